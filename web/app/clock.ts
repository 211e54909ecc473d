/**
 * 화면 시각을 고정 걸음으로 바꾼다. 넘친 시간은 버린다.
 * Turns display time into fixed steps; what is over is dropped.
 */
export class StepClock {
  /** 초. Length of one step in seconds. */
  readonly stepSeconds: number;
  readonly maxSteps: number;
  /** 지금까지의 걸음 수. Steps run so far. */
  steps = 0;
  paused = false;
  /** 느린 움직임: 흐르는 시간의 배율. Slow motion: how fast time goes. */
  rate = 1;
  #last = Number.NaN;
  #left = 0;

  constructor(stepSeconds = 1 / 60, maxSteps = 3) {
    this.stepSeconds = stepSeconds;
    this.maxSteps = maxSteps;
  }

  /** 초. Simulated time. */
  get time(): number {
    return this.steps * this.stepSeconds;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.forget();
  }

  /** 숨었다 돌아온 뒤 밀린 시간을 따라잡지 않는다. Drops the time that passed unseen. */
  forget(): void {
    this.#last = Number.NaN;
    this.#left = 0;
  }

  /** 이번 화면에서 돌릴 걸음 수. How many steps this frame must run. */
  tick(nowMs: number): number {
    const passed = Number.isNaN(this.#last) ? this.stepSeconds : (nowMs - this.#last) / 1000;
    this.#last = nowMs;
    if (this.paused) return 0;
    // 60 Hz 화면의 잔떨림 때문에 0걸음과 2걸음이 번갈아 나오지 않도록 붙인다.
    const even = Math.abs(passed - this.stepSeconds) < 0.0012 ? this.stepSeconds : passed;
    this.#left = Math.min(
      this.#left + Math.max(even * this.rate, 0),
      this.maxSteps * this.stepSeconds,
    );
    const count = Math.floor(this.#left / this.stepSeconds + 1e-6);
    this.#left -= count * this.stepSeconds;
    return count;
  }
}
