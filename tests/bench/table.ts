import type { EntryResult } from './harness';

const HEADER = ['scene', 'points', 'constraints', 'version', 'median ms', 'p95 ms', 'ratio'];

/** 마크다운 표: 터미널에서도 읽히고 README에 그대로 붙일 수 있다. */
export function table(results: readonly EntryResult[]): string {
  const rows = results.flatMap((result) =>
    result.timings.map((timing) => [
      result.name,
      result.points.toLocaleString('en'),
      result.constraints.toLocaleString('en'),
      timing.name,
      timing.medianMs.toFixed(4),
      timing.p95Ms.toFixed(4),
      timing.ratio.toFixed(3),
    ]),
  );
  const widths = HEADER.map((title, c) =>
    Math.max(title.length, ...rows.map((row) => row[c]!.length)),
  );
  const isNumber = (c: number) => c !== 0 && c !== 3;
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, c) => (isNumber(c) ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, c) => (isNumber(c) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(HEADER), rule, ...rows.map(line)].join('\n');
}
