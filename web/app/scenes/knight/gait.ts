const walkSpeed = 1.15; // m/s
const cycleSeconds = 1.08; // 두 걸음
const swingShare = 0.38; // 한 발이 공중에 있는 몫
const acceleration = 1.5; // m/s²
const deceleration = 1.2; // m/s²
const strikePitch = 0.3; // rad, 뒤꿈치로 딛는 각
const toeOffPitch = -0.75; // rad, 발끝으로 미는 각
const lift = 0.05; // m
const heelBack = 0.06; // m, 발목에서 뒤꿈치까지
const ballAhead = 0.13; // m, 발목에서 발볼까지
/** 발바닥에서 발목까지의 높이(m). Ankle height over the sole. */
export const ankleHeight = 0.085;

/** 발목의 자리와 발의 기울기. An ankle and the pitch of its foot; the plane of walking only. */
export interface Foot {
  x: number;
  y: number;
  /** 발끝이 들리면 양수(rad). Positive when the toes are up. */
  pitch: number;
}

class Step implements Foot {
  x = 0;
  y = ankleHeight;
  pitch = 0;
  swinging = false;
  #planted = 0;
  readonly #from = { x: 0, y: 0, pitch: 0 };

  /** 디딘 자리에서 몸 가운데까지의 거리. How far the foothold is from the body. */
  distanceTo(x: number): number {
    return Math.abs(this.#planted - x);
  }

  raise(): void {
    this.swinging = true;
    this.#from.x = this.x;
    this.#from.y = this.y;
    this.#from.pitch = this.pitch;
  }

  swing(progress: number, landing: number, amount: number): void {
    const s = Math.min(1, progress);
    const eased = s * s * (3 - 2 * s);
    const pitchEnd = strikePitch * amount;
    this.#stand(landing, pitchEnd);
    const endX = this.x;
    const endY = this.y;
    this.x = this.#from.x + (endX - this.#from.x) * eased;
    this.y =
      this.#from.y + (endY - this.#from.y) * eased + lift * Math.sin(Math.PI * s) * (1 - 0.4 * s);
    this.pitch = this.#from.pitch + (pitchEnd - this.#from.pitch) * eased;
    this.#planted = landing;
  }

  /** 딛고 있는 동안 세계의 한 점은 그대로다: 뒤꿈치, 발바닥, 발볼의 차례로. */
  stance(progress: number, amount: number, seconds: number): void {
    this.swinging = false;
    const heel = Math.max(0, 1 - progress / 0.13);
    const toe = Math.max(0, (progress - 0.5) / 0.5);
    const wanted = amount * (strikePitch * heel + toeOffPitch * toe * toe);
    const most = 9 * seconds; // 멈출 때 발이 튀지 않도록 돌아가는 빠르기를 막는다.
    const pitch = this.pitch + Math.min(most, Math.max(-most, wanted - this.pitch));
    this.#stand(this.#planted, pitch);
  }

  place(x: number): void {
    this.#planted = x;
    this.swinging = false;
    this.#stand(x, 0);
  }

  shift(dx: number): void {
    this.#planted += dx;
    this.#from.x += dx;
    this.x += dx;
  }

  #stand(planted: number, pitch: number): void {
    const pivot = pitch > 0 ? -heelBack : ballAhead;
    const cos = Math.cos(pitch);
    const sin = Math.sin(pitch);
    this.x = planted + pivot - pivot * cos - ankleHeight * sin;
    this.y = ankleHeight * cos - pivot * sin;
    this.pitch = pitch;
  }
}

/**
 * 앞으로 걷기: 디딘 발은 세계에 붙어 있고, 몸이 그 위를 지나간다.
 * Walking ahead along +x: a planted foot stays where it is and the body passes over it.
 */
export class Gait {
  /** 두 발 사이 땅 위의 자리(m). */
  x = 0;
  /** m/s */
  speed = 0;
  walking = true;
  /** 0…1, 왼발이 뜨는 때가 0. The left foot leaves the ground at 0. */
  phase = 0;
  readonly left: Foot;
  readonly right: Foot;
  readonly #left = new Step();
  readonly #right = new Step();

  constructor() {
    this.left = this.#left;
    this.right = this.#right;
  }

  /** 0 서 있음 … 1 걷는 빠르기. How much of the full walk this is. */
  get amount(): number {
    return this.speed / walkSpeed;
  }

  reset(walking: boolean): void {
    this.x = 0;
    this.walking = walking;
    this.phase = 0;
    this.speed = 0;
    this.#left.place(0);
    this.#right.place(0);
  }

  /** 먼 곳에서 소수점이 거칠어지기 전에 모두 함께 옮긴다. Moves everything along x at once. */
  shift(dx: number): void {
    this.x += dx;
    this.#left.shift(dx);
    this.#right.shift(dx);
  }

  step(seconds: number): void {
    const target = this.walking ? walkSpeed : 0;
    const change = this.walking ? acceleration * seconds : -deceleration * seconds;
    this.speed = this.walking
      ? Math.min(target, this.speed + change)
      : Math.max(target, this.speed + change);
    this.x += this.speed * seconds;
    if (this.#resting()) {
      this.phase = 0;
      this.#left.stance(0.5, 0, seconds);
      this.#right.stance(0.5, 0, seconds);
      return;
    }
    const rate = (0.65 + 0.35 * this.amount) / cycleSeconds;
    this.phase = (this.phase + rate * seconds) % 1;
    this.#move(this.#left, this.phase, rate, seconds);
    this.#move(this.#right, (this.phase + 0.5) % 1, rate, seconds);
  }

  #resting(): boolean {
    const home = 0.03;
    return (
      !this.walking &&
      this.speed === 0 &&
      !this.#left.swinging &&
      !this.#right.swinging &&
      this.#left.distanceTo(this.x) < home &&
      this.#right.distanceTo(this.x) < home
    );
  }

  #move(foot: Step, phase: number, rate: number, seconds: number): void {
    const inSwing = phase < swingShare;
    if (inSwing && !foot.swinging && (this.walking || foot.distanceTo(this.x) > 0.03)) foot.raise();
    if (inSwing && foot.swinging) {
      const left = (swingShare - phase) / rate;
      foot.swing(phase / swingShare, this.#landing(left, rate), this.amount);
      return;
    }
    const progress = inSwing ? 1 : (phase - swingShare) / (1 - swingShare);
    foot.stance(progress, this.amount, seconds);
  }

  /** 발이 닿을 때 몸이 있을 곳보다 조금 앞. 멈추는 중이면 멈출 자리. */
  #landing(secondsLeft: number, rate: number): number {
    const lead = (0.385 * this.speed * (1 - swingShare)) / rate;
    const landing = this.x + this.speed * secondsLeft + lead;
    if (this.walking) return landing;
    const stop = this.x + (this.speed * this.speed) / (2 * deceleration);
    return Math.min(landing, stop);
  }
}
