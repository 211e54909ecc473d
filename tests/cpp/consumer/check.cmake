# 소비자를 SETTINGS로 설정하고 TARGET을 짓는다. 실행 파일이면 돌려 본다.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G "${GENERATOR}" ${SETTINGS})
run(${CMAKE_COMMAND} --build ${BUILD} --target ${TARGET})
if("${TARGET}" STREQUAL "consumer")
  run(${BUILD}/consumer)
endif()
