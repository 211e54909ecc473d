# find_package(mangto)로 쓸 수 있게 설치한다.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS mangto mangto_glm EXPORT mangtoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY cpp/include/mangto DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT mangtoTargets NAMESPACE mangto:: FILE mangtoConfig.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mangto)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mangtoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mangtoConfigVersion.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mangto)
