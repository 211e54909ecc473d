target_compile_options(mangto PRIVATE -msimd128)

# WebAssembly SIMD를 모르는 브라우저가 받는다. 결과는 비트까지 같다.
add_library(mangto_scalar STATIC ${MANGTO_SOURCES})
mangto_configure(mangto_scalar)
target_compile_options(mangto_scalar PRIVATE -Os)
