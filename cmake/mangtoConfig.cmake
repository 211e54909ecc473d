# 공개 헤더가 glm을 쓰므로, 설치된 쪽의 glm을 찾아 잇는다.
find_path(MANGTO_GLM_INCLUDE_DIR glm/glm.hpp)
if(NOT MANGTO_GLM_INCLUDE_DIR)
  set(mangto_FOUND FALSE)
  set(mangto_NOT_FOUND_MESSAGE "glm was not found: install it with 'apt-get install libglm-dev'")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/mangtoTargets.cmake)
target_include_directories(mangto::mangto_glm SYSTEM INTERFACE ${MANGTO_GLM_INCLUDE_DIR})
