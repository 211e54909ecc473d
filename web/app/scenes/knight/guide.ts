import type { Gait } from './gait';

const pause = 15; // 초, 손을 뗀 뒤 스스로 걷기까지
const edge = 0.55; // m, 길의 가운데에서 이만큼까지
const handTurn = 2.2; // rad/s, 손으로 돌릴 때 방향이 앞서가는 빠르기
const nudge = 0.3; // rad, 한 번 누를 때
const most = 0.9; // rad, 방향이 몸보다 앞설 수 있는 각

/** 아무도 움직이지 않을 때의 차례: 얼마 동안(초) 걷거나 서고, 얼마나(rad) 도는가. */
const scenes: readonly (readonly [seconds: number, walks: boolean, turns: number])[] = [
  [22, true, 0],
  [6, false, 0],
  [16, true, 0],
  [4, false, 0],
  [3, false, Math.PI],
  [12, true, 0],
  [5, false, 0],
  [3, false, -Math.PI],
];

/**
 * 어디로 걸을지 정한다: 손이 있으면 손을 따르고, 없으면 스스로. 벽의 가장자리에서는 벽을 따라 돈다.
 * Decides where he goes: by hand while there is one, else on his own; along the wall at its edges.
 */
export class Guide {
  /** 끄면 시킨 대로만 한다. Off: he only does what he is told. */
  auto = true;
  /** 걸으라고 했는가. Whether he is to walk at all. */
  walking = true;
  /** −1 오른쪽 … 1 왼쪽, 누르고 있는 동안. Turning by hand while it is held. */
  steer = 0;
  readonly #gait: Gait;
  readonly #middle: number;
  #alone = pause;
  #scene = 0;
  #left = scenes[0]![0];

  constructor(gait: Gait, middle: number) {
    this.#gait = gait;
    this.#middle = middle;
  }

  reset(): void {
    this.steer = 0;
    this.#alone = pause;
    this.#scene = 0;
    this.#left = scenes[0]![0];
  }

  /** 사람이 움직였다: 한동안 스스로 하지 않는다. Somebody took over; he waits before going on alone. */
  touch(): void {
    this.#alone = 0;
  }

  /** 조금 돈다. Turns a little. */
  nudge(side: number): void {
    this.touch();
    this.#gait.heading += side * nudge;
  }

  step(seconds: number): void {
    const gait = this.#gait;
    if (this.steer !== 0) {
      this.touch();
      const ahead = gait.heading + this.steer * handTurn * seconds - gait.yaw;
      gait.heading = gait.yaw + Math.min(most, Math.max(-most, ahead));
    }
    this.#alone += seconds;
    gait.walking = this.walking;
    if (this.auto && this.walking && this.#alone >= pause) this.#play(seconds);
    if (gait.walking) this.#stayOnWall(seconds);
  }

  #play(seconds: number): void {
    const gait = this.#gait;
    this.#left -= seconds;
    if (this.#left <= 0) {
      this.#scene = (this.#scene + 1) % scenes.length;
      this.#left = scenes[this.#scene]![0];
      gait.heading += scenes[this.#scene]![2];
    }
    gait.walking = scenes[this.#scene]![1];
  }

  /** 벽을 따라가는 가까운 방향으로 돌린다: 가운데에서 벗어났으면 조금 안쪽으로. */
  #stayOnWall(seconds: number): void {
    const gait = this.#gait;
    const away = gait.z - this.#middle;
    const outward = -Math.sin(gait.heading) * away > 0;
    const near = Math.abs(away) > edge - 0.35 * gait.speed && outward;
    if (this.steer !== 0 && !near) return;
    if (!near && this.#alone < 1) return;
    const along = Math.round(gait.heading / Math.PI) * Math.PI;
    const inward = Math.cos(along) * Math.max(-0.35, Math.min(0.35, 0.8 * away));
    const change = along + inward - gait.heading;
    const limit = (near ? 4 : 1) * seconds;
    gait.heading += Math.min(limit, Math.max(-limit, change));
  }
}
