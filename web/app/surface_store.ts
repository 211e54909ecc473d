import type { SdfSurface } from 'mangto';
// 라이브러리의 밖으로 내놓은 이름은 아니다: 같은 저장 코드를 두 번 쓰지 않으려고 빌려 쓴다.
// eslint-disable-next-line no-restricted-imports
import { BrowserStore } from '../lib/store';

const surfaces = new BrowserStore('mangto-app', 'surfaces');

/** 꼴이 온전한가: 배열의 길이가 맞고, 번호가 모두 점을 가리킨다. Whether the arrays fit together. */
function isSurface(value: unknown): value is SdfSurface {
  const surface = value as Partial<SdfSurface> | null | undefined;
  if (!(surface?.positions instanceof Float32Array)) return false;
  if (!(surface.normals instanceof Float32Array) || !(surface.shapes instanceof Uint16Array))
    return false;
  const { positions, normals, shapes, indices } = surface;
  if (!(indices instanceof Uint16Array || indices instanceof Uint32Array)) return false;
  return (
    shapes.length > 0 &&
    positions.length === 3 * shapes.length &&
    normals.length === positions.length &&
    positions.every(Number.isFinite) &&
    indices.every((point) => point < shapes.length)
  );
}

/** 지난번에 만든 그물. 저장소가 없거나 거절하거나 대답하지 않으면 없는 것과 같다. The mesh made last time, if the store has it. */
export async function findSurface(key: string): Promise<SdfSurface | undefined> {
  const found = await surfaces.find(key);
  return isSurface(found) ? found : undefined;
}

export async function storeSurface(key: string, surface: SdfSurface): Promise<void> {
  await surfaces.keep(key, surface);
}
