import { sizes } from './skeleton';

/** m/s, 보통 걸음. The ordinary walking speed. */
export const walkSpeed = 1.15;
const cycleSeconds = 1.08; // 두 걸음
const swingShare = 0.38; // 걸을 때 한 발이 공중에 있는 몫
const runSwing = 0.11; // 빨라질 때 더해지는 몫: 0.5를 넘으면 달리기다.
const acceleration = 1.5; // m/s²
const deceleration = 1.2; // m/s²
const turnAcceleration = 4; // rad/s²
const mostTurn = 1.7; // rad/s
const strikePitch = 0.3; // rad, 뒤꿈치로 딛는 각
const toeOffPitch = -0.75; // rad, 발끝으로 미는 각
const lift = 0.05; // m
const runLift = 0.06; // m, 걸음의 배율마다
const heelBack = 0.06; // m, 발목에서 뒤꿈치까지
const ballAhead = 0.13; // m, 발목에서 발볼까지
const nearHome = 0.03; // m, 서 있을 때 발이 벗어나도 되는 거리
const nearHeading = 0.12; // rad
/** 발바닥에서 발목까지의 높이(m). Ankle height over the sole. */
export const ankleHeight = 0.085;

/** 땅 위의 자리와 방향. +x에서 왼쪽으로 도는 각(rad). A place on the ground and a heading, 0 along +x. */
interface Place {
  x: number;
  z: number;
  yaw: number;
}

/** 발목의 자리와 발의 기울기. An ankle and the pitch of its foot. */
export interface Foot extends Readonly<Place> {
  readonly y: number;
  /** 발끝이 들리면 양수(rad). Positive when the toes are up. */
  readonly pitch: number;
  /** 공중에 있는가. Whether it is off the ground. */
  readonly swinging: boolean;
}

class Step implements Foot {
  x = 0;
  y = ankleHeight;
  z = 0;
  yaw = 0;
  pitch = 0;
  swinging = false;
  readonly #planted: Place = { x: 0, z: 0, yaw: 0 };
  readonly #from = { x: 0, y: 0, z: 0, yaw: 0, pitch: 0 };

  /** 디딘 자리가 제자리에서 벗어났는가. Whether the foothold is away from where it belongs. */
  strays(home: Readonly<Place>): boolean {
    const { x, z, yaw } = this.#planted;
    return Math.hypot(x - home.x, z - home.z) > nearHome || Math.abs(yaw - home.yaw) > nearHeading;
  }

  raise(): void {
    this.swinging = true;
    const { x, y, z, yaw, pitch } = this;
    Object.assign(this.#from, { x, y, z, yaw, pitch });
  }

  swing(progress: number, landing: Readonly<Place>, amount: number, height: number): void {
    const s = Math.min(1, progress);
    const eased = s * s * (3 - 2 * s);
    const pitchEnd = strikePitch * Math.min(1, amount);
    Object.assign(this.#planted, landing);
    this.#stand(pitchEnd);
    const from = this.#from;
    const between = (a: number, b: number) => a + (b - a) * eased;
    this.x = between(from.x, this.x);
    this.z = between(from.z, this.z);
    this.y = between(from.y, this.y) + height * Math.sin(Math.PI * s) * (1 - 0.4 * s);
    this.yaw = between(from.yaw, this.yaw);
    this.pitch = between(from.pitch, pitchEnd);
  }

  /** 딛고 있는 동안 세계의 한 점은 그대로다: 뒤꿈치, 발바닥, 발볼의 차례로. */
  stance(progress: number, amount: number, seconds: number): void {
    this.swinging = false;
    const heel = Math.max(0, 1 - progress / 0.13);
    const toe = Math.max(0, (progress - 0.5) / 0.5);
    const wanted = Math.min(1, amount) * (strikePitch * heel + toeOffPitch * toe * toe);
    const most = 9 * seconds; // 멈출 때 발이 튀지 않도록 돌아가는 빠르기를 막는다.
    this.#stand(this.pitch + Math.min(most, Math.max(-most, wanted - this.pitch)));
  }

  place(home: Readonly<Place>): void {
    Object.assign(this.#planted, home);
    this.swinging = false;
    this.#stand(0);
  }

  shift(dx: number): void {
    this.#planted.x += dx;
    this.#from.x += dx;
    this.x += dx;
  }

  #stand(pitch: number): void {
    const { x, z, yaw } = this.#planted;
    const pivot = pitch > 0 ? -heelBack : ballAhead;
    const cos = Math.cos(pitch);
    const sin = Math.sin(pitch);
    const ahead = pivot - pivot * cos - ankleHeight * sin;
    this.x = x + ahead * Math.cos(yaw);
    this.z = z - ahead * Math.sin(yaw);
    this.y = ankleHeight * cos - pivot * sin;
    this.yaw = yaw;
    this.pitch = pitch;
  }
}

/**
 * 걷고, 달리고, 돌고, 멈춘다: 디딘 발은 세계에 붙어 있고, 몸이 그 위를 지나간다.
 * Walks, runs, turns and stops: a planted foot stays where it is and the body passes over it.
 */
export class Gait {
  /** 두 발 사이 땅 위의 자리(m). */
  x = 0;
  z = 0;
  /** rad, 0이면 +x를 본다. Where he faces; 0 is along +x, to the left positive. */
  yaw = 0;
  /** m/s */
  speed = 0;
  walking = true;
  /** 걷는 빠르기의 배율. Multiple of the ordinary walking speed, up to 3. */
  pace = 1;
  /** 돌아설 방향(rad). The heading he turns to. */
  heading = 0;
  /** 0…1, 왼발이 뜨는 때가 0. The left foot leaves the ground at 0. */
  phase = 0;
  readonly left: Foot;
  readonly right: Foot;
  readonly #left = new Step();
  readonly #right = new Step();
  readonly #home: Place = { x: 0, z: 0, yaw: 0 };
  #turnRate = 0;

  constructor() {
    this.left = this.#left;
    this.right = this.#right;
  }

  /** 0 서 있음 … 1 보통 걸음 … 3 달리기. Speed as a multiple of the ordinary walk. */
  get amount(): number {
    return this.speed / walkSpeed;
  }

  reset(walking: boolean, z: number): void {
    Object.assign(this, { x: 0, z, yaw: 0, heading: 0, walking, phase: 0, speed: 0 });
    this.#turnRate = 0;
    this.#left.place(this.#homeOf(-1, 0, 0));
    this.#right.place(this.#homeOf(1, 0, 0));
  }

  /** 먼 곳에서 소수점이 거칠어지기 전에 모두 함께 옮긴다. Moves everything along x at once. */
  shift(dx: number): void {
    this.x += dx;
    this.#left.shift(dx);
    this.#right.shift(dx);
  }

  step(seconds: number): void {
    this.#turn(seconds);
    const target = this.walking ? walkSpeed * this.pace : 0;
    const most = (target > this.speed ? acceleration : deceleration) * this.#haste * seconds;
    this.speed += Math.min(most, Math.max(-most, target - this.speed));
    this.x += this.speed * seconds * Math.cos(this.yaw);
    this.z -= this.speed * seconds * Math.sin(this.yaw);
    if (this.#resting()) {
      this.phase = 0;
      this.#left.stance(0.5, 0, seconds);
      this.#right.stance(0.5, 0, seconds);
      return;
    }
    const rate = this.#cadence;
    this.phase = (this.phase + rate * seconds) % 1;
    this.#move(this.#left, -1, this.phase, seconds);
    this.#move(this.#right, 1, (this.phase + 0.5) % 1, seconds);
  }

  /** 빠를수록 더 힘껏 내딛고 멈춘다. */
  get #haste(): number {
    return Math.max(1, this.pace);
  }

  /** 1초의 걸음 주기. Cycles a second. */
  get #cadence(): number {
    const { amount } = this;
    const share = amount < 1 ? 0.65 + 0.35 * amount : 1 + 0.28 * (amount - 1);
    return share / cycleSeconds;
  }

  get #swingShare(): number {
    return swingShare + runSwing * Math.max(0, this.amount - 1);
  }

  #turn(seconds: number): void {
    const left = this.heading - this.yaw;
    // 이 빠르기에서 제때 멈출 수 있는 만큼만 돈다.
    const wanted =
      Math.sign(left) * Math.min(mostTurn, Math.sqrt(1.2 * turnAcceleration * Math.abs(left)));
    const most = turnAcceleration * seconds;
    this.#turnRate += Math.min(most, Math.max(-most, wanted - this.#turnRate));
    if (Math.abs(left) < 1e-3 && Math.abs(this.#turnRate) < most) {
      this.#turnRate = 0;
      this.yaw = this.heading;
      return;
    }
    this.yaw += this.#turnRate * seconds;
  }

  #resting(): boolean {
    return (
      !this.walking &&
      this.speed === 0 &&
      !this.#left.swinging &&
      !this.#right.swinging &&
      !this.#left.strays(this.#homeOf(-1, 0, 0)) &&
      !this.#right.strays(this.#homeOf(1, 0, 0))
    );
  }

  #move(foot: Step, side: number, phase: number, seconds: number): void {
    const share = this.#swingShare;
    const inSwing = phase < share;
    if (inSwing && !foot.swinging && (this.walking || foot.strays(this.#homeOf(side, 0, 0)))) {
      foot.raise();
    }
    if (inSwing && foot.swinging) {
      const left = (share - phase) / this.#cadence;
      const height = lift + runLift * Math.max(0, this.amount - 1);
      foot.swing(phase / share, this.#landing(side, left), this.amount, height);
      return;
    }
    const progress = inSwing ? 1 : (phase - share) / (1 - share);
    foot.stance(progress, this.amount, seconds);
  }

  /** 발이 닿을 때 몸이 있을 곳보다 조금 앞. 멈추는 중이면 멈출 자리. */
  #landing(side: number, secondsLeft: number): Readonly<Place> {
    const standing = (1 - this.#swingShare) / this.#cadence;
    const way = this.speed * secondsLeft + 0.385 * this.speed * standing;
    const turned = this.#turnRate * Math.min(secondsLeft, 0.3);
    if (this.walking) return this.#homeOf(side, way, turned);
    const stop = (this.speed * this.speed) / (2 * deceleration * this.#haste);
    return this.#homeOf(side, Math.min(way, stop), turned);
  }

  /** `ahead`만큼 나아가고 `turned`만큼 돈 몸의, 한쪽 발이 설 자리. 한 그릇을 계속 쓴다. */
  #homeOf(side: number, ahead: number, turned: number): Readonly<Place> {
    const way = this.yaw + turned / 2;
    const yaw = this.yaw + turned;
    const home = this.#home;
    home.x = this.x + ahead * Math.cos(way) + side * sizes.hipHalf * Math.sin(yaw);
    home.z = this.z - ahead * Math.sin(way) + side * sizes.hipHalf * Math.cos(yaw);
    home.yaw = yaw;
    return home;
  }
}
