// 메모리를 끝까지 채우므로 다른 시험과 모듈을 나누지 않는다.
import { afterAll, describe, expect, it } from 'vitest';
import type { Cloth } from 'mangto';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule, run, snapshot } from '../support/module';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
const spacious = await loadModule();
afterAll(() => {
  mangto.dispose();
  spacious.dispose();
});

const small = (module = mangto) =>
  module.createGridCloth({ ...hangingSheet(12, 17), wind: [1, 0, 4] });

const LARGEST = {
  columns: 1024,
  rows: 1024,
  position: (i: number, j: number): [number, number, number] => [i, j, 0],
};

describe('when the memory is full', () => {
  it("creation and setCapsules give 'out-of-memory' and every cloth goes on", () => {
    const cloth = small();
    const twin = small(spacious);
    cloth.setCapsules([0.3, 9.5, 0.1, 0.3, 9.5, 0.1, 0.1]);
    twin.setCapsules([0.3, 9.5, 0.1, 0.3, 9.5, 0.1, 0.1]);
    run([cloth, twin], 10);

    const large: Cloth[] = [];
    const error = caught(() => {
      for (;;) large.push(mangto.createGridCloth(LARGEST));
    });
    expectMangtoError(error, 'out-of-memory');
    expect(large.length).toBeGreaterThan(0);

    const before = snapshot(cloth);
    const tooMany = new Float32Array(7 * 6_000_000);
    expectMangtoError(
      caught(() => cloth.setCapsules(tooMany)),
      'out-of-memory',
    );
    expect(snapshot(cloth)).toEqual(before);
    run([cloth, twin], 30);
    expect(cloth.positions).toEqual(twin.positions);

    // 실패한 천은 아무것도 남기지 않으므로, 하나를 놓으면 같은 크기가 다시 들어간다.
    const bytes = mangto.memoryBytes;
    for (let round = 0; round < 2; round++) {
      large.pop()!.dispose();
      large.push(mangto.createGridCloth(LARGEST));
      expectMangtoError(
        caught(() => mangto.createGridCloth(LARGEST)),
        'out-of-memory',
      );
    }
    expect(mangto.memoryBytes).toBe(bytes);
    run([cloth, twin], 10);
    expect(cloth.positions).toEqual(twin.positions);
  }, 120_000);
});
