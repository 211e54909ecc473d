// 메모리를 끝까지 채우므로 다른 시험과 모듈을 나누지 않는다.
import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, run, snapshot } from '../support/module';
import { hangingSheet } from '../support/sheets';
import { torus } from '../support/skins';

const mangto = await loadModule();
const spacious = await loadModule();
afterAll(() => {
  mangto.dispose();
  spacious.dispose();
});

const small = (module = mangto) =>
  module.createGridCloth({ ...hangingSheet(12, 17), wind: [1, 0, 4] });

const BALL = { type: 'sphere', center: [0, 0, 0], radius: 1 } as const;

/** 캡슐의 목록이 메모리를 가장 빨리 채운다. 더는 들어가지 않을 때의 오류를 준다. */
function fillMemory(hoard: Cloth[]): unknown[] {
  return [2_000_000, 400_000, 50_000].map((count) => {
    const capsules = new Float32Array(7 * count);
    return caught(() => {
      for (;;) {
        const cloth = small();
        hoard.push(cloth);
        cloth.setCapsules(capsules);
      }
    });
  });
}

describe('when the memory is full', () => {
  it("creation and setCapsules give 'out-of-memory' and every cloth goes on", () => {
    const cloth = small();
    const twin = small(spacious);
    cloth.setCapsules([0.3, 9.5, 0.1, 0.3, 9.5, 0.1, 0.1]);
    twin.setCapsules([0.3, 9.5, 0.1, 0.3, 9.5, 0.1, 0.1]);
    run([cloth, twin], 10);

    const heat = mangto.createSkinBake({ ...torus(30_000, 8), mode: 'heat' });
    const hoard: Cloth[] = [];
    for (const error of fillMemory(hoard)) expectMangtoError(error, 'out-of-memory');
    // 소거에 드는 메모리는 굽는 가운데에야 잡는다.
    expectMangtoError(
      caught(() => heat.step(Infinity)),
      'out-of-memory',
      ['skin bake'],
    );
    expect(heat.disposed).toBe(true);
    const before = snapshot(cloth);
    const bytes = mangto.memoryBytes;
    for (let round = 0; round < 3; round++) {
      const creation = caught(() => mangto.createGridCloth(hangingSheet(512, 512)));
      expectMangtoError(creation, 'out-of-memory');
      const capsules = caught(() => cloth.setCapsules(new Float32Array(7 * 400_000)));
      expectMangtoError(capsules, 'out-of-memory');
      const shapes = caught(() => {
        using task = mangto.createSdfMesh({ shapes: [BALL], vertices: 1 << 20 });
        while (!task.step(Infinity));
      });
      expectMangtoError(shapes, 'out-of-memory');
    }
    expect(mangto.memoryBytes).toBe(bytes);
    expect(snapshot(cloth)).toEqual(before);
    run([cloth, twin], 30);
    expect(cloth.positions).toEqual(twin.positions);

    // 실패는 아무것도 남기지 않는다: 나머지를 놓으면 다시 들어간다.
    hoard.forEach((each) => each.dispose());
    mangto.createGridCloth(hangingSheet(512, 512)).step();
    run([cloth, twin], 10);
    expect(cloth.positions).toEqual(twin.positions);
  }, 120_000);
});
