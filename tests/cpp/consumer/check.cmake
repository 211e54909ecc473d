# 소비자를 SETTINGS로 설정하고 두 코어로 지어 실행한다(ctest --build-and-test는 한 코어로만 짓는다).
foreach(step
    "${CMAKE_COMMAND};-S;${SOURCE};-B;${BUILD};-G;${GENERATOR};${SETTINGS}"
    "${CMAKE_COMMAND};--build;${BUILD};--parallel;2"
    "${BUILD}/consumer")
  execute_process(COMMAND ${step} RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "failed: ${step}")
  endif()
endforeach()
