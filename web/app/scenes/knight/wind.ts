/** 흉벽 뒤의 사람 높이에 남는 바람의 몫. Share of the wind left behind the parapet, at a man's height. */
const shelter = 0.05;

/** 바탕 바람에 얹히는 부드러운 돌풍. A base wind with smooth gusts on top. */
export class Wind {
  /** m/s, 세계 좌표. 한 배열을 계속 쓴다. One array, written anew each step. */
  readonly velocity: [number, number, number] = [0, 0, 0];
  /** 흉벽이 가려 준 바람(m/s). The wind behind the parapet. */
  readonly sheltered: [number, number, number] = [0, 0, 0];
  /** m/s */
  strength = 0;
  /** rad, 0이면 −x로 분다. 0 blows towards −x. */
  angle = 0;
  /** 0 … 1 */
  gustiness = 1;
  /** 끄면 고른 바람. Off: a steady wind. */
  gusts = true;

  update(time: number): void {
    const g = this.gusts ? this.gustiness : 0;
    // 주기가 서로 나누어떨어지지 않는 사인 몇 개: 되풀이가 눈에 띄지 않는다.
    const swell = 0.55 * Math.sin(time * 0.61) + 0.3 * Math.sin(time * 1.37 + 1.1);
    const flurry = 0.15 * Math.sin(time * 3.1 + 0.4 * Math.sin(time * 0.9));
    const speed = this.strength * Math.max(0, 1 + 0.42 * g * (swell + flurry));
    const veer = 0.24 * g * Math.sin(time * 0.47 + 0.7) + 0.12 * g * Math.sin(time * 1.13);
    const direction = this.angle + veer;
    this.velocity[0] = -speed * Math.cos(direction);
    this.velocity[1] = speed * 0.05 * g * Math.sin(time * 0.83);
    this.velocity[2] = speed * Math.sin(direction);
    for (let k = 0; k < 3; k += 1) this.sheltered[k] = shelter * this.velocity[k]!;
  }
}
