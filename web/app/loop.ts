import type { StepClock } from './clock';
import { Meter } from './meter';
import type { DemoScene } from './scene';
import type { Viewer } from './viewer';

const readoutEveryMs = 250;

/** 화면 시계에 맞춰 걷고 그린다. Runs the scene by the display's clock; sleeps while hidden. */
export class Loop {
  /** 그린 화면 수. Frames drawn. */
  frames = 0;
  /** 장면을 고른 때부터 처음 그릴 때까지(ms). From the choice of the scene to its first drawing. */
  switchMs = 0;
  readonly #viewer: Viewer;
  readonly #clock: StepClock;
  readonly #compute = new Meter();
  readonly #frame = new Meter();
  readonly #sight: IntersectionObserver;
  #scene: DemoScene | undefined;
  #chosenAt: number | undefined;
  #shownAt = 0;
  #request = 0;
  #stale = true;
  #onScreen = true;

  constructor(viewer: Viewer, clock: StepClock) {
    this.#viewer = viewer;
    this.#clock = clock;
    this.#sight = new IntersectionObserver((entries) => {
      this.#onScreen = entries.at(-1)!.isIntersecting;
      this.#wake();
    });
    // 멈춘 동안 그림을 잃었다 되찾으면 다시 그린다.
    const { signal, renderer } = viewer;
    viewer.onResize = () => {
      if (this.#scene) this.#draw(performance.now());
    };
    const redraw = () => this.redraw();
    renderer.domElement.addEventListener('webglcontextrestored', redraw, { signal });
    this.start();
  }

  start(): void {
    document.addEventListener('visibilitychange', this.#wake);
    this.#sight.observe(this.#viewer.renderer.domElement);
    this.#wake();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#wake);
    this.#sight.disconnect();
    cancelAnimationFrame(this.#request);
  }

  /** @param chosenAt 장면을 고른 때(ms). When the scene was chosen. */
  show(scene: DemoScene, chosenAt = performance.now()): void {
    this.#scene = scene;
    this.#chosenAt = chosenAt;
    this.#viewer.show(scene);
    this.#compute.clear();
    this.#clock.forget();
    this.#shownAt = 0;
    // 다음 프레임을 기다리지 않는다: 그리기가 느린 기계에서는 앞 장면의 그림이 끝날 때까지 오지 않는다.
    this.#draw(performance.now());
  }

  /** 화면 시계와 상관없이 나아가고 한 번 그린다. Advances by whole steps, then draws once. */
  advance(seconds: number): void {
    const steps = Math.round(seconds / this.#clock.stepSeconds);
    this.#run(steps, performance.now(), steps);
    this.#draw(performance.now());
  }

  /** 다음 화면에 다시 그린다. Asks for a drawing even while paused. */
  redraw(): void {
    this.#stale = true;
    this.#shownAt = 0;
  }

  readonly #tick = (now: number): void => {
    this.#request = requestAnimationFrame(this.#tick);
    const steps = this.#clock.tick(now);
    this.#run(steps, now);
    // 멈춘 동안에는 바뀐 것이 있을 때만 그린다.
    if (!this.#clock.paused || this.#stale || this.#viewer.changed) this.#draw(now);
  };

  /** @param share 잰 시간을 나눌 수: 한꺼번에 나아갈 때는 한 걸음의 값을 적는다. */
  #run(steps: number, now: number, share = 1): void {
    const scene = this.#scene;
    if (!scene) return;
    let spent = 0;
    for (let k = 0; k < steps; k += 1) {
      scene.step(this.#clock.stepSeconds);
      spent += scene.stepMs;
    }
    this.#clock.steps += steps;
    if (steps > 0) this.#compute.add(now, spent / share);
  }

  #draw(now: number): void {
    this.#frame.add(now, 0);
    // 시계가 뒤로 뛰어도 숫자가 멈춰 있지 않게 한다.
    const due = Math.abs(now - this.#shownAt) >= readoutEveryMs;
    // 크기를 바꾸면 그림이 지워지므로 그리기에 앞서 한다.
    if (due && !this.#clock.paused) this.#viewer.adapt(this.#frame.samples(now));
    this.#viewer.draw();
    if (this.#chosenAt !== undefined) this.switchMs = performance.now() - this.#chosenAt;
    this.#chosenAt = undefined;
    this.frames += 1;
    this.#stale = false;
    if (!due) return;
    this.#shownAt = now;
    this.#scene?.controls.show({
      computeMs: this.#compute.mean(now),
      worstMs: this.#compute.worst(now),
      framesPerSecond: this.#frame.samples(now),
    });
  }

  readonly #wake = (): void => {
    cancelAnimationFrame(this.#request);
    this.#clock.forget();
    if (!document.hidden && this.#onScreen) this.#request = requestAnimationFrame(this.#tick);
  };
}
