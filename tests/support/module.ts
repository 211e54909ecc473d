import { readFileSync } from 'node:fs';
import { loadMangto, type Cloth, type Mangto } from 'mangto';

const built = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../build/wasm/${name}.wasm`, import.meta.url)));

export const wasmBinary: Uint8Array<ArrayBuffer> = built('mangto');

export const loadModule = (): Promise<Mangto> => loadMangto({ wasmBinary });

/** SIMD 없는 빌드. */
export const loadScalarModule = (): Promise<Mangto> =>
  loadMangto({ wasmBinary: built('mangto-scalar') });

/** 전화기처럼 메모리를 이보다 늘려 주지 않는 브라우저에서 하듯이. 2 GB를 다 채우는 것보다 훨씬 빠르다. */
export function withMemoryUpTo(bytes: number, body: () => void): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + 65_536 * pages > bytes) throw new RangeError('no more memory');
    return grow.call(this, pages);
  };
  try {
    body();
  } finally {
    prototype.grow = grow;
  }
}

export interface Steppable {
  step(): void;
}

/** 여러 천을 나란히 같은 수만큼 움직인다. `before`는 스텝마다 먼저 불린다. */
export function run(cloths: Steppable | Steppable[], steps: number, before?: (k: number) => void) {
  const list = Array.isArray(cloths) ? cloths : [cloths];
  for (let k = 0; k < steps; k++) {
    before?.(k);
    for (const cloth of list) cloth.step();
  }
}

/** 비트까지 비교할 수 있는, 밖에서 보이는 상태 전부. 시간은 뺀다. */
export function snapshot(cloth: Cloth) {
  const { points, constraints } = cloth.stats;
  return {
    positions: cloth.positions.slice(),
    normals: cloth.normals.slice(),
    pinTargets: cloth.pinTargets.slice(),
    sphere: { center: [...cloth.boundingSphere.center], radius: cloth.boundingSphere.radius },
    stats: { points, constraints },
    settings: {
      wind: cloth.wind,
      windStrength: cloth.windStrength,
      drag: cloth.drag,
      gravity: cloth.gravity,
      damping: cloth.damping,
      iterations: cloth.iterations,
      floor: cloth.floor,
      stiffness: { ...cloth.stiffness },
      timeStep: cloth.timeStep,
      maxSteps: cloth.maxSteps,
      solver: cloth.solver,
      substeps: cloth.substeps,
      density: cloth.density,
      compliance: cloth.compliance,
      tethers: cloth.tethers,
      aerodynamics: cloth.aerodynamics,
      gusts: cloth.gusts,
      inertia: cloth.inertia,
      teleportDistance: cloth.teleportDistance,
      interpolation: cloth.interpolation,
      canSleep: cloth.canSleep,
    },
  };
}
