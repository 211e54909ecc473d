// three와 잇는 부분 가운데 화면 없이 볼 수 있는 것.
import { DynamicDrawUsage, type BufferAttribute, BufferGeometry } from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { ClothGeometry } from 'mangto/three';
import type { Cloth } from 'mangto';
import { caught, expectMangtoError } from '../support/errors';
import { loadModule } from '../support/module';
import { largestDifference } from '../support/measure';
import { hangingSheet } from '../support/sheets';

const mangto = await loadModule();
afterAll(() => mangto.dispose());

const create = () => mangto.createGridCloth({ ...hangingSheet(12, 17), wind: [1, 0, 4] });
const attribute = (geometry: BufferGeometry, name: string) =>
  geometry.getAttribute(name) as BufferAttribute;

describe('a ClothGeometry', () => {
  it("has the cloth's own views as attributes, without a copy", () => {
    const cloth = create();
    const geometry = new ClothGeometry(cloth);
    expect(geometry).toBeInstanceOf(BufferGeometry);
    expect(geometry.cloth).toBe(cloth);
    const views = { position: cloth.positions, normal: cloth.normals, uv: cloth.uvs };
    for (const [name, view] of Object.entries(views)) {
      const { array } = attribute(geometry, name);
      expect(array.buffer, name).toBe(view.buffer);
      expect((array as Float32Array).byteOffset, name).toBe(view.byteOffset);
      expect(array.length, name).toBe(view.length);
    }
    expect(attribute(geometry, 'position').usage).toBe(DynamicDrawUsage);
    expect(attribute(geometry, 'normal').usage).toBe(DynamicDrawUsage);
    expect(geometry.index!.array).toEqual(cloth.indices);
  });

  it('update moves the cloth and marks what has changed', () => {
    const geometry = new ClothGeometry(create());
    const before = ['position', 'normal'].map((name) => attribute(geometry, name).version);
    expect(geometry.update(1 / 60)).toBe(1);
    ['position', 'normal'].forEach((name, k) =>
      expect(attribute(geometry, name).version, name).toBeGreaterThan(before[k]!),
    );
    const sphere = geometry.boundingSphere!;
    const expected = geometry.cloth.boundingSphere;
    expect(largestDifference(sphere.center.toArray(), expected.center)).toBeLessThan(1e-6);
    expect(sphere.radius).toBeCloseTo(expected.radius, 6);
  });

  it('has a bounding sphere before the first update, and three does not make its own', () => {
    const geometry = new ClothGeometry(create());
    expect(geometry.boundingSphere!.radius).toBeCloseTo(geometry.cloth.boundingSphere.radius, 6);
  });

  it('sync follows a cloth that was moved by hand', () => {
    const geometry = new ClothGeometry(create());
    for (let k = 0; k < 60; k++) geometry.cloth.step();
    const before = attribute(geometry, 'position').version;
    geometry.sync();
    expect(attribute(geometry, 'position').version).toBeGreaterThan(before);
    expect(geometry.boundingSphere!.radius).toBeCloseTo(geometry.cloth.boundingSphere.radius, 6);
  });

  it('uploads nothing in a frame without a step', () => {
    const geometry = new ClothGeometry(create());
    geometry.update(1 / 60);
    const before = attribute(geometry, 'position').version;
    expect(geometry.update(0)).toBe(0);
    expect(attribute(geometry, 'position').version).toBe(before);
  });

  it('is pointed at the new memory when the memory grows', () => {
    const geometries = [new ClothGeometry(create()), new ClothGeometry(create())];
    const before = mangto.memoryBytes;
    const large: Cloth[] = [];
    while (mangto.memoryBytes === before)
      large.push(mangto.createGridCloth(hangingSheet(256, 256)));
    for (const geometry of geometries) {
      for (const name of ['position', 'normal', 'uv']) {
        const { array } = attribute(geometry, name);
        expect(array.length, name).toBeGreaterThan(0);
        expect(array.buffer, name).toBe(geometry.cloth.positions.buffer);
      }
      expect(geometry.index!.array.length).toBe(geometry.cloth.indices.length);
      expect(geometry.update(1 / 60)).toBe(1);
    }
    large.forEach((each) => each.dispose());
  });

  it('dispose leaves the cloth alive; after the cloth is disposed update tells so', () => {
    const cloth = create();
    const geometry = new ClothGeometry(cloth);
    geometry.dispose();
    expect(cloth.disposed).toBe(false);
    cloth.step();
    const second = new ClothGeometry(cloth);
    cloth.dispose();
    expectMangtoError(
      caught(() => second.update(1 / 60)),
      'disposed',
    );
    expectMangtoError(
      caught(() => new ClothGeometry(cloth)),
      'disposed',
    );
  });
});
