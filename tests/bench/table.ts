import type { EntryResult } from './harness';
import type { NativeResult } from './against-native';
import type { PageResult } from './page';
import type { ScalingResult } from './scaling';
import type { ShapesResult } from './shapes';
import type { SkinResult } from './skin';

/** 제목과 값. 수라면 소수 몇 자리까지 쓸지도. */
export type Column<T> =
  | readonly [title: string, value: (row: T) => string]
  | readonly [title: string, value: (row: T) => number | string, digits: number];

function cell(value: string | number, digits = 0): string {
  if (typeof value === 'string') return value;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString('en', format);
}

/** 마크다운 표: 터미널에서도 읽히고 README에 그대로 붙일 수 있다. */
export function markdown<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cells = rows.map((row) => columns.map(([, value, digits]) => cell(value(row), digits)));
  const widths = columns.map(([title], c) =>
    Math.max(title.length, ...cells.map((row) => row[c]!.length)),
  );
  const isNumber = columns.map((column) => column.length === 3);
  const pad = (word: string, c: number) =>
    isNumber[c] ? word.padStart(widths[c]!) : word.padEnd(widths[c]!);
  const line = (row: readonly string[]) => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, c) =>
    isNumber[c] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(columns.map(([title]) => title)), line(rule), ...cells.map(line)].join('\n');
}

export function sceneTable(results: readonly EntryResult[]): string {
  const rows = results.flatMap(({ name, points, constraints, timings }) =>
    timings.map((timing) => ({ ...timing, scene: name, points, constraints })),
  );
  return markdown(rows, [
    ['scene', (row) => row.scene],
    ['points', (row) => row.points, 0],
    ['constraints', (row) => row.constraints, 0],
    ['version', (row) => row.name],
    ['median ms', (row) => row.medianMs, 4],
    ['p95 ms', (row) => row.p95Ms, 4],
    ['ratio', (row) => row.ratio, 3],
  ]);
}

export const scalingTable = (results: readonly ScalingResult[]): string =>
  markdown(results, [
    ['grid', (row) => row.name],
    ['points', (row) => row.points, 0],
    ['median ns', (row) => row.medianNs, 3],
    ['p95 ns', (row) => row.p95Ns, 3],
    ['ratio', (row) => row.ratio, 3],
  ]);

export const skinTable = (results: readonly SkinResult[]): string =>
  markdown(results, [
    ['vertices', (row) => row.vertices, 0],
    ['bones', (row) => row.bones, 0],
    ['reference ms', (row) => row.referenceMs, 1],
    ['mangto ms', (row) => row.mangtoMs, 1],
    ['ratio', (row) => row.ratio, 3],
    ['heat ms', (row) => row.heatMs, 1],
    ['heat ratio', (row) => row.heatRatio, 3],
    ['heat slice ms', (row) => row.heatSliceMs, 2],
  ]);

export const nativeTable = (results: readonly NativeResult[]): string =>
  markdown(results, [
    ['scene', (row) => row.name],
    ['native ms', (row) => row.nativeMs, 4],
    ['WASM ms', (row) => row.wasmMs, 4],
    ['WASM / native', (row) => row.ratio, 3],
  ]);

export const shapesTable = (results: readonly ShapesResult[]): string =>
  markdown(results, [
    ['shapes', (row) => row.name],
    ['vertices', (row) => row.vertices, 0],
    ['median ms', (row) => row.medianMs, 1],
    ['p95 ms', (row) => row.p95Ms, 1],
    ['longest slice ms', (row) => row.longestSliceMs, 2],
  ]);

export const pageTable = (results: readonly PageResult[]): string =>
  markdown(results, [
    ['scene', (row) => row.what],
    ['size', (row) => row.size],
    ['count', (row) => row.count, 0],
    ['median ms', (row) => row.medianMs, 2],
    ['p95 ms', (row) => row.p95Ms, 2],
    ['p99 ms', (row) => row.p99Ms, 2],
    ['worst ms', (row) => row.worstMs, 2],
  ]);
