import type { Mangto, SdfMeshOptions, SdfSurface, SkinRunOptions } from 'mangto';
import { BrowserStore, inSlices, isWhole, seal } from './borrowed';

const surfaces = new BrowserStore('mangto-app', 'surfaces');

// 이 페이지의 그물들은 점이 65,536개보다 적다.
const types = [Float32Array, Float32Array, Uint16Array, Uint16Array] as const;

/** 지난번에 만든 그물. 저장소가 없거나 거절하거나 대답하지 않으면 없는 것과 같다. The mesh made last time, if the store has it. */
export async function findSurface(
  key: string,
  run: SkinRunOptions = {},
): Promise<SdfSurface | undefined> {
  const found = await surfaces.find(key, types);
  if (!found || !(await inSlices(isWhole(key, found), run))) return undefined;
  const [positions, normals, shapes, indices] = found.arrays;
  return { positions, normals, shapes, indices };
}

export async function storeSurface(
  key: string,
  { positions, normals, shapes, indices }: SdfSurface,
  run: SkinRunOptions = {},
): Promise<void> {
  if (indices instanceof Uint32Array) return;
  const entry = { info: '', arrays: [positions, normals, shapes, indices] };
  await surfaces.keep(key, await inSlices(seal(key, entry), run));
}

/** 지난번에 만든 것이 있으면 그것을, 없으면 만들어 남긴다. Takes the mesh of the last visit, or makes and keeps it. */
export async function surfaceOf(
  mangto: Mangto,
  options: SdfMeshOptions,
  signal: AbortSignal,
  onProgress: (progress: number) => void = () => undefined,
): Promise<SdfSurface> {
  const key = JSON.stringify(options);
  const found = await findSurface(key, { signal });
  signal.throwIfAborted();
  if (found) return found;
  const surface = await mangto.createSdfMesh(options).run({ signal, onProgress });
  // 그만두면 남기지 않는다. 그 밖의 탈은 저장소가 삼킨다.
  storeSurface(key, surface, { signal }).catch(() => undefined);
  return surface;
}
