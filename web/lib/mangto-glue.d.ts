import type { Glue } from './module.js';

/** Emscripten이 만든 접착 코드(빌드 산출물). / The glue code that Emscripten makes (a build product). */
export default function createModule(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => void,
  ): object;
  printErr?(text: string): void;
}): Promise<Glue>;
