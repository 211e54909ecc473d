import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

export function cppFiles(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(h|cpp)$/.test(name))
      .map((name) => join(folder, name))
      .sort(),
  );
}
