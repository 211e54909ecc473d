/**
 * 지난 1초의 평균. 자리는 처음에 한 번만 잡는다.
 * Mean over the last second; allocates nothing after construction.
 */
export class Meter {
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  #head = 0;
  #count = 0;

  constructor(capacity = 256) {
    this.#times = new Float64Array(capacity);
    this.#values = new Float64Array(capacity);
  }

  add(nowMs: number, value: number): void {
    if (this.#count > 0 && nowMs < this.#time(1)) this.clear(); // 시계가 뒤로 뛰었다.
    this.#times[this.#head] = nowMs;
    this.#values[this.#head] = value;
    this.#head = (this.#head + 1) % this.#times.length;
    this.#count = Math.min(this.#count + 1, this.#times.length);
  }

  clear(): void {
    this.#count = 0;
  }

  /** 창 안의 표본 수. Samples within the window. */
  samples(nowMs: number, windowMs = 1000): number {
    let found = 0;
    for (let back = 1; back <= this.#count; back += 1) {
      if (nowMs - this.#time(back) > windowMs) break;
      found += 1;
    }
    return found;
  }

  mean(nowMs: number, windowMs = 1000): number {
    const samples = this.samples(nowMs, windowMs);
    let sum = 0;
    for (let back = 1; back <= samples; back += 1) sum += this.#values[this.#index(back)] ?? 0;
    return samples === 0 ? 0 : sum / samples;
  }

  /** 창 안의 가장 큰 값, 없으면 0. The largest within the window, 0 for none. */
  worst(nowMs: number, windowMs = 1000): number {
    const samples = this.samples(nowMs, windowMs);
    let most = 0;
    for (let back = 1; back <= samples; back += 1) {
      most = Math.max(most, this.#values[this.#index(back)] ?? 0);
    }
    return most;
  }

  #index(back: number): number {
    return (this.#head - back + this.#times.length) % this.#times.length;
  }

  #time(back: number): number {
    return this.#times[this.#index(back)] ?? 0;
  }
}
