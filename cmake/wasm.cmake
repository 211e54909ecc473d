target_compile_options(mangto PRIVATE -msimd128)

# WebAssembly SIMD를 모르는 브라우저가 받는다. 결과는 비트까지 같다.
add_library(mangto_scalar STATIC ${MANGTO_SOURCES})
mangto_configure(mangto_scalar)

# 천의 뜨거운 고리와 굽는 일만 -O3으로 펼치고, 나머지는 작게 만든다. -Os는 쓰지 않는다: Emscripten이 인라인을 모두 꺼서 한 걸음이
# 서른 배 느려진다.
set(MANGTO_HOT_SOURCES
  "/(grid|mesh|crowd)/(air|constraints|normals|pack|[a-z]+_solver)\\.cpp$"
  "/cloth/(air|bounds|collide|integrate)\\.cpp$"
  "/shape/(field|find_surface|make_surface)\\.cpp$"
  "/skin/(distance|prune|smooth)\\.cpp$"
  "/heat/(equilibrium|factor|nearest|surface)\\.cpp$")
list(JOIN MANGTO_HOT_SOURCES "|" MANGTO_HOT_SOURCES)
set(MANGTO_COLD_SOURCES ${MANGTO_SOURCES})
list(FILTER MANGTO_COLD_SOURCES EXCLUDE REGEX "${MANGTO_HOT_SOURCES}")
set_source_files_properties(${MANGTO_COLD_SOURCES} PROPERTIES COMPILE_OPTIONS
  "-O2;-fno-vectorize;-fno-slp-vectorize;-fno-unroll-loops;-mllvm;-inline-threshold=60")
