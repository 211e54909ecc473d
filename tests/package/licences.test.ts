// NOTICE가 빠뜨린 것이 없는지: 새로 들인 것은 적어야 지나간다.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './consumer';

interface Package {
  readonly license?: string;
  readonly devDependencies?: Record<string, string>;
}

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const notice = read('NOTICE');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const contained = notice.slice(0, notice.indexOf('Only for development'));

/** 소스가 이름으로 부르는 것들: 꾸러미나 페이지에 들어간다. */
function imported(): string[] {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts')).map((name) => read(`web/${name}`));
  return sources.flatMap((text) => {
    return [...text.matchAll(/(?:from|import\(?) ?'([^'.][^']*)'/g)].map(([, name]) => name!);
  });
}

it('names every package that the library or the page contains', () => {
  const names = imported().map((path) => /^three\/addons\/libs\/(\w+)|^[^/]+/.exec(path)!);
  const others = new Set(names.map(([whole, decoder]) => decoder ?? whole));
  others.delete('mangto');
  expect([...others].sort()).toEqual(['draco', 'meshopt_decoder', 'three']);
  for (const name of ['draco', 'meshoptimizer', 'three.js']) {
    expect(contained.toLowerCase()).toContain(name);
  }
});

it('names every package of the development with its licence', () => {
  const names = Object.keys(packages['']!.devDependencies!);
  const entries = names.map((name) => `${name}: ${packages[`node_modules/${name}`]!.license}`);
  expect([...notice.matchAll(/^- ([^ ]+: [\w.-]+)$/gm)].map(([, entry]) => entry)).toEqual(entries);
});

it('names every licence that these bring along', () => {
  const [, listed] = /bring along: (.+)$/m.exec(notice)!;
  const found = Object.entries(packages).flatMap(([path, { license }]) =>
    path === '' ? [] : [license ?? `none (${path})`],
  );
  expect(listed!.split(', ')).toEqual([...new Set(found)].sort());
});
