import type { Mangto } from './mangto.js';
import { loadMangto as load } from './mangto.js';
import wasm from './mangto.wasm';

export * from './index.js';

/**
 * WASM을 안에 담은 `loadMangto()`: 파일 하나로 끝나고 아무것도 더 내려받지 않는다. SIMD가 있어야 한다.
 *
 * `loadMangto()` with the WASM inside, in one file that fetches nothing more. Needs WebAssembly SIMD (code
 * `wasm-invalid` where it is missing). `bakeInWorker()` needs the other files of the package, so use
 * `createSkinBake()` here.
 */
export function loadMangto(): Promise<Mangto> {
  return load({ wasmBinary: wasm });
}
