import type { SdfSurface } from 'mangto';
// 라이브러리의 밖으로 내놓은 이름은 아니다: 같은 저장 코드를 두 번 쓰지 않으려고 빌려 쓴다.
import { BrowserStore } from '../lib/store';

const surfaces = new BrowserStore('mangto-app', 'surfaces');

function isSurface(value: unknown): value is SdfSurface {
  const surface = value as Partial<SdfSurface> | undefined;
  return (
    surface?.positions instanceof Float32Array &&
    surface.normals instanceof Float32Array &&
    surface.shapes instanceof Uint16Array &&
    (surface.indices instanceof Uint16Array || surface.indices instanceof Uint32Array)
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
