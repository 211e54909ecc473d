import type { Foot, Gait } from './gait';
import { seeded } from './random';

const windLoop = 6; // s
const fireLoop = 4; // s
const stepSeconds = 0.16;

type Shape = (seconds: number, random: () => number) => number;

function createSound(context: AudioContext, seconds: number, seed: number, shape: Shape) {
  const random = seeded(seed);
  const buffer = context.createBuffer(1, seconds * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = shape(k / context.sampleRate, random);
  return buffer;
}

/** 바람 소리. 녹음이 있으면 이 함수를 바꾼다(자리표시). The wind; swap in a recording here. */
function windSound(context: AudioContext): AudioBuffer {
  let low = 0;
  return createSound(context, windLoop, 3, (time, random) => {
    low += 0.02 * (random() - 0.5 - low);
    // 이어지는 자리에서 끊기지 않도록 양 끝을 누른다.
    return 6 * low * Math.sin((Math.PI * time) / windLoop);
  });
}

/** 횃불이 타는 소리. 녹음이 있으면 이 함수를 바꾼다(자리표시). A burning torch; swap in a recording here. */
function fireSound(context: AudioContext): AudioBuffer {
  let [low, pop] = [0, 0];
  return createSound(context, fireLoop, 5, (_, random) => {
    low += 0.1 * (random() - 0.5 - low);
    pop = random() < 0.0002 ? 0.3 + 0.5 * random() : pop * 0.994;
    return 0.25 * low + pop * (random() - 0.5);
  });
}

/** 쇠신이 돌을 딛는 소리. 녹음이 있으면 이 함수를 바꾼다(자리표시). A steel shoe on stone; swap in a recording here. */
function stepSound(context: AudioContext): AudioBuffer {
  return createSound(context, stepSeconds, 7, (time, random) => {
    const thud = Math.sin(2 * Math.PI * 90 * time) * Math.exp(-45 * time);
    const scrape = (random() - 0.5) * Math.exp(-60 * time);
    const ring = Math.sin(2 * Math.PI * 2900 * time) * Math.exp(-70 * time);
    return 0.5 * thud + 0.3 * scrape + 0.06 * ring;
  });
}

/** 들리는 것들: 바람, 횃불, 발소리. 켜기 전에는 아무것도 만들지 않는다. Wind, fire and footsteps; nothing is made until they are on. */
export class Sounds {
  #context: AudioContext | undefined;
  #wind: GainNode | undefined;
  #step: AudioBuffer | undefined;
  readonly #swinging = [false, false];

  play(on: boolean): void {
    if (!on) this.#stop();
    else if (!this.#context) this.#start();
    // 손대기 전에 켜진 소리는 브라우저가 막아 둔다. 다음에 무엇이든 바꾸면 들린다.
    this.#wake();
  }

  /** 그릴 때마다: 바람의 빠르기(m/s)와 두 발. At each drawing: how fast the wind blows, and his feet. */
  update(wind: number, { left, right }: Gait): void {
    if (this.#context?.state !== 'running') return;
    this.#wind!.gain.value = Math.min(1, wind / 12);
    const landed = [this.#land(0, left), this.#land(1, right)];
    if (landed.includes(true)) this.#sound(this.#step!, 0.5, false);
  }

  #land(k: number, { swinging }: Foot): boolean {
    const landed = this.#swinging[k]! && !swinging;
    this.#swinging[k] = swinging;
    return landed;
  }

  readonly #wake = (): void => {
    void (document.hidden ? this.#context?.suspend() : this.#context?.resume());
  };

  #start(): void {
    const context = new AudioContext();
    this.#context = context;
    this.#step = stepSound(context);
    this.#wind = this.#sound(windSound(context), 0, true);
    this.#sound(fireSound(context), 0.25, true);
    document.addEventListener('visibilitychange', this.#wake);
  }

  #stop(): void {
    document.removeEventListener('visibilitychange', this.#wake);
    void this.#context?.close();
    this.#context = undefined;
  }

  #sound(buffer: AudioBuffer, loudness: number, loop: boolean): GainNode {
    const context = this.#context!;
    const source = new AudioBufferSourceNode(context, { buffer, loop });
    const gain = new GainNode(context, { gain: loudness });
    source.connect(gain).connect(context.destination);
    source.start();
    return gain;
  }
}
