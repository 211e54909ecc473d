# find_package(mangto)로 쓸 수 있게 설치한다.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(MANGTO_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mangto)
install(TARGETS mangto mangto_glm EXPORT mangtoTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY cpp/include/mangto DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT mangtoTargets NAMESPACE mangto:: DESTINATION ${MANGTO_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mangtoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/mangtoConfig.cmake ${PROJECT_BINARY_DIR}/mangtoConfigVersion.cmake DESTINATION ${MANGTO_CMAKE_DIR})
