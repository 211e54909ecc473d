/** 매단 12×17 천이 20초 뒤에 늘어난 만큼, 기준 알고리즘에서 잰 값(%). 덜 늘어나는 것은 좋다. */
export const STRETCH_TABLE = [
  { iterations: 1, all: 19, firstRow: 54 },
  { iterations: 2, all: 9.7, firstRow: 26 },
  { iterations: 4, all: 4.7, firstRow: 12 },
  { iterations: 8, all: 2.3, firstRow: 5.5 },
  { iterations: 20, all: 0.76, firstRow: 1.9 },
  { iterations: 40, all: 0.28, firstRow: 0.85 },
];
