// 깔려 있으면, Blender의 자동 가중치(용접한 그물에서).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SkinBone } from 'mangto';
import type { Body, Weights } from './body';

const kScript = fileURLToPath(new URL('./blender.py', import.meta.url));

export function findBlender(): string | null {
  return spawnSync('blender', ['--version']).status === 0 ? 'blender' : null;
}

export function bakeInBlender(blender: string, body: Body, bones: readonly SkinBone[]): Weights {
  const folder = mkdtempSync(join(tmpdir(), 'weights-'));
  try {
    const [input, output] = [join(folder, 'in.json'), join(folder, 'out.json')];
    const { positions, indices } = body;
    writeFileSync(
      input,
      JSON.stringify({
        positions: [...positions],
        indices: [...indices],
        bones,
        controls: body.controls,
      }),
    );
    const args = [
      '--background',
      '--factory-startup',
      '--python-exit-code',
      '1',
      '--python',
      kScript,
    ];
    const run = spawnSync(blender, [...args, '--', input, output], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`Blender failed:\n${run.stderr}`);
    return JSON.parse(readFileSync(output, 'utf8')) as Weights;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
