/** 빌드가 파일의 내용으로 바꾼다. / The build puts the contents of the file here. */
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
