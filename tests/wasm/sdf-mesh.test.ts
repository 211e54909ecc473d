import { afterAll, describe, expect, it } from 'vitest';
import { loadMangto, MangtoError, type SdfMesh, type SdfShape, type SdfSurface } from 'mangto';
import { caught, expectMangtoError, label, mentionOf } from '../support/errors';
import { randomFrom } from '../support/meshes';
import { loadModule, wasmBinary } from '../support/module';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const BALL: SdfShape = { type: 'sphere', center: [0, 0, 0], radius: 1 };

/** 몸통과 머리와 팔, 파낸 배꼽. */
const FIGURE: SdfShape[] = [
  { type: 'ellipsoid', center: [0, 0.6, 0], radii: [0.26, 0.32, 0.22] },
  { type: 'sphere', center: [0, 1.08, 0.02], radius: 0.24, blend: 0.06 },
  ...[-1, 1].map((x): SdfShape => ({
    type: 'capsule',
    start: [x * 0.2, 0.8, 0],
    end: [x * 0.5, 0.5, 0.1],
    radius: 0.1,
    endRadius: 0.07,
    blend: 0.05,
  })),
  { type: 'box', center: [0, 0.3, 0], halfSize: [0.3, 0.04, 0.2], rounding: 0.02, blend: 0.03 },
  { type: 'sphere', center: [0, 0.6, 0.25], radius: 0.06, operation: 'difference', blend: 0.01 },
];

function finished(task: SdfMesh, budgetMs = 1e6): SdfMesh {
  while (!task.step(budgetMs));
  return task;
}

const mesh = (shapes: SdfShape[], vertices: number): SdfSurface =>
  finished(mangto.createSdfMesh({ shapes, vertices })).result;

/** 변마다 방향이 반대인 삼각형이 꼭 둘인지 보고 오일러 지표를 준다. */
function expectClosed({ positions, indices }: SdfSurface): number {
  const vertices = positions.length / 3;
  const halfEdges = new Set<number>();
  for (let t = 0; t < indices.length; t += 3) {
    for (let n = 0; n < 3; n++) {
      const [a, b] = [indices[t + n]!, indices[t + ((n + 1) % 3)]!];
      expect(halfEdges.has(a * vertices + b)).toBe(false);
      halfEdges.add(a * vertices + b);
    }
  }
  for (const key of halfEdges) {
    const [a, b] = [Math.floor(key / vertices), key % vertices];
    if (!halfEdges.has(b * vertices + a)) throw new Error(`edge ${a}–${b} is open`);
  }
  return vertices - halfEdges.size / 2 + indices.length / 3;
}

describe('a mesh of shapes', () => {
  it('is closed, has one surface and about as many vertices as asked', () => {
    for (const vertices of [1000, 20_000]) {
      const surface = mesh(FIGURE, vertices);
      expect(expectClosed(surface)).toBe(2);
      expect(surface.positions.length / 3 / vertices).toBeGreaterThan(0.9);
      expect(surface.positions.length / 3 / vertices).toBeLessThan(1.1);
      expect(surface.normals.length).toBe(surface.positions.length);
      expect(surface.shapes.length).toBe(surface.positions.length / 3);
    }
  });

  it('is closed for random shapes', () => {
    const random = randomFrom(11);
    const point = (size = 1): [number, number, number] => [
      size * (2 * random() - 1),
      size * (2 * random() - 1),
      size * (2 * random() - 1),
    ];
    for (let round = 0; round < 10; round++) {
      const shapes = Array.from({ length: 30 }, (_, k): SdfShape => {
        const center = point();
        const radius = 0.05 + 0.3 * random();
        const operation = k % 3 === 2 ? ('difference' as const) : ('union' as const);
        const join = { operation, blend: k % 2 === 0 ? 0 : 0.1 * random() };
        if (k % 4 === 0) return { type: 'sphere', center, radius, ...join };
        if (k % 4 === 1) return { type: 'capsule', start: center, end: point(), radius, ...join };
        const size = [radius, 0.2 * radius, radius] as const;
        const rotation = [...point(), 0.5];
        if (k % 4 === 2) return { type: 'ellipsoid', center, radii: size, rotation, ...join };
        return { type: 'box', center, halfSize: size, rotation, ...join };
      });
      expectClosed(mesh(shapes, 2000));
    }
  });

  it('has indices of 16 bits where they fit', () => {
    expect(mesh([BALL], 1000).indices).toBeInstanceOf(Uint16Array);
    expect(mesh([BALL], 80_000).indices).toBeInstanceOf(Uint32Array);
  });

  it('names the shape of each vertex', () => {
    const { positions, shapes } = mesh(FIGURE, 5000);
    expect([...new Set(shapes)].sort()).toEqual(FIGURE.map((_, k) => k));
    shapes.forEach((shape, k) => {
      if (shape === 2) expect(positions[3 * k]).toBeLessThan(0);
      if (shape === 3) expect(positions[3 * k]).toBeGreaterThan(0);
    });
  });

  it('takes the radius for both ends of a capsule that names one only', () => {
    const capsule = { type: 'capsule', start: [0, 0, 0], end: [2, 0, 0], radius: 0.5 } as const;
    expect(mesh([capsule], 1000)).toEqual(mesh([{ ...capsule, endRadius: 0.5 }], 1000));
  });

  it('has 30,000 vertices by default', () => {
    const { positions } = finished(mangto.createSdfMesh({ shapes: [BALL] })).result;
    expect(positions.length / 3).toBeGreaterThan(27_000);
    expect(positions.length / 3).toBeLessThan(33_000);
  });

  it('does not depend on the slices', async () => {
    const whole = mesh(FIGURE, 3000);
    const options = { shapes: FIGURE, vertices: 3000 };
    expect(finished(mangto.createSdfMesh(options), 0).result).toEqual(whole);
    const both = [mangto.createSdfMesh(options), mangto.createSdfMesh(options)];
    for (const surface of await Promise.all(both.map((task) => task.run({ budgetMs: 0.5 })))) {
      expect(surface).toEqual(whole);
    }
  });
});

describe('the task', () => {
  it('goes on from 0 to 1 and never back', async () => {
    const seen: number[] = [];
    const task = mangto.createSdfMesh({ shapes: FIGURE, vertices: 3000 });
    expect(task.progress).toBe(0);
    await task.run({ budgetMs: 0, onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.at(-1)).toBe(1);
    expect(task.step(0)).toBe(true);
  }, 60_000);

  it('has no result before it is done', () => {
    const task = mangto.createSdfMesh({ shapes: FIGURE });
    task.step(0);
    expectMangtoError(
      caught(() => task.result),
      'not-ready',
    );
    task.dispose();
  });

  it('can be aborted, and frees its memory then', async () => {
    const module = await loadModule();
    const options = { shapes: FIGURE, vertices: 100_000 };
    finished(module.createSdfMesh(options)).dispose();
    const before = module.memoryBytes;
    for (let round = 0; round < 5; round++) {
      const controller = new AbortController();
      const task = module.createSdfMesh(options);
      const running = task.run({
        signal: controller.signal,
        onProgress: (progress) => progress > 0.5 && controller.abort(new Error('enough')),
      });
      await expect(running).rejects.toThrow('enough');
      expect(task.disposed).toBe(true);
    }
    expect(module.memoryBytes).toBe(before);
    module.dispose();
  }, 60_000);

  it('lets the result live on after dispose, of the task and of the module', async () => {
    const module = await loadMangto({ wasmBinary });
    const task = finished(module.createSdfMesh({ shapes: FIGURE, vertices: 1000 }));
    const { result } = task;
    task.dispose();
    task.dispose();
    const unfinished = module.createSdfMesh({ shapes: FIGURE });
    module.dispose();
    expect(unfinished.disposed).toBe(true);
    expect(result).toEqual(mesh(FIGURE, 1000));
    const uses = [
      () => task.step(1),
      () => task.progress,
      () => task.result,
      () => unfinished.step(1),
      () => module.createSdfMesh({ shapes: [BALL] }),
    ];
    for (const use of uses) expectMangtoError(caught(use), 'disposed');
  });

  it('fails when the shapes enclose nothing', async () => {
    const shapes: SdfShape[] = [BALL, { ...BALL, operation: 'difference' }];
    const task = mangto.createSdfMesh({ shapes, vertices: 1000 });
    const error = await task.run().catch((reason: unknown) => reason);
    expectMangtoError(error, 'invalid-argument', ['shapes', 'enclose']);
    expect(task.disposed).toBe(true);
  });
});

describe('wrong arguments', () => {
  const VECTORS = [undefined, null, 5, [], [0, 1], [0, 1, NaN], ['0', 1, 2], [0, 0, 1e30]];
  const RADII = [undefined, null, '1', NaN, Infinity, 0, -1, 1e30];
  const BAD: Record<string, { good: object; values: readonly unknown[] }> = {
    'sphere.center': { good: BALL, values: VECTORS },
    'sphere.radius': { good: BALL, values: RADII },
    'sphere.type': { good: BALL, values: [undefined, null, 'cube', 5] },
    'sphere.operation': { good: BALL, values: [null, 'subtract', 5] },
    'sphere.blend': { good: BALL, values: [null, '1', NaN, -1, 1e30] },
    'capsule.start': {
      good: { type: 'capsule', end: [1, 0, 0], radius: 1 },
      values: VECTORS,
    },
    'capsule.end': {
      good: { type: 'capsule', start: [1, 0, 0], radius: 1 },
      values: VECTORS,
    },
    'capsule.endRadius': {
      good: { type: 'capsule', start: [1, 0, 0], end: [0, 0, 0], radius: 1 },
      values: RADII.slice(1),
    },
    'ellipsoid.radii': { good: { type: 'ellipsoid', center: [0, 0, 0] }, values: VECTORS },
    'ellipsoid.rotation': {
      good: { type: 'ellipsoid', center: [0, 0, 0], radii: [1, 1, 1] },
      values: [null, 5, [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, NaN], ['0', 0, 0, 1]],
    },
    'box.halfSize': { good: { type: 'box', center: [0, 0, 0] }, values: [...VECTORS, [0, 1, 1]] },
    'box.rounding': {
      good: { type: 'box', center: [0, 0, 0], halfSize: [1, 1, 1] },
      values: [null, '0', NaN, -0.1, 1.1],
    },
  };
  const cases = Object.entries(BAD).flatMap(([path, { good, values }]) =>
    values.map((value) => [path, label(value), good, value] as const),
  );

  it.each(cases)('%s = %s is refused by name', (path, _label, good, value) => {
    const key = path.split('.')[1]!;
    const shapes = [BALL, { ...good, [key]: value }] as SdfShape[];
    const error = caught(() => mangto.createSdfMesh({ shapes }));
    expectMangtoError(error, 'invalid-argument', [`shapes[1].${key}`, mentionOf(value)]);
  });

  it.each([undefined, null, 5, {}, 'ball'])('shapes = %s is refused', (shapes) => {
    const error = caught(() => mangto.createSdfMesh({ shapes: shapes as never }));
    expectMangtoError(error, 'invalid-argument', ['shapes', mentionOf(shapes)]);
  });

  it('shapes of a wrong number, or not objects, or starting with a difference are refused', () => {
    const wrong: [unknown[], string][] = [
      [[], 'shapes.length'],
      [Array(1025).fill(BALL), 'shapes.length'],
      [[BALL, null], 'shapes[1]'],
      [[BALL, 'ball'], 'shapes[1]'],
      [[{ ...BALL, operation: 'difference' }], 'shapes[0].operation'],
    ];
    for (const [shapes, name] of wrong) {
      const error = caught(() => mangto.createSdfMesh({ shapes: shapes as SdfShape[] }));
      expectMangtoError(error, 'invalid-argument', [name]);
    }
  });

  it.each([null, '1', NaN, 0, 99, 1000.5, 2 ** 21])('vertices = %s is refused', (vertices) => {
    const error = caught(() =>
      mangto.createSdfMesh({ shapes: [BALL], vertices: vertices as number }),
    );
    expectMangtoError(error, 'invalid-argument', ['vertices', mentionOf(vertices)]);
  });

  it('budgetMs must be a finite number of at least 0', async () => {
    const task = mangto.createSdfMesh({ shapes: [BALL] });
    for (const budget of [undefined, null, '2', NaN, -1]) {
      expectMangtoError(
        caught(() => task.step(budget as number)),
        'invalid-argument',
        ['budgetMs'],
      );
    }
    await expect(task.run({ budgetMs: NaN })).rejects.toBeInstanceOf(MangtoError);
  });
});
