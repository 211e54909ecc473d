// 페이지보다 먼저 돌며, 프레임마다 스크립트가 쓴 시간을 적는다.

/** ms. 프레임마다 부른 것과 그것이 이어 한 일(약속)을 더한 것, 그 가운데 굽는 조각. */
export interface Spent {
  frames: number[];
  slices: number[];
}

declare global {
  interface Window {
    spent: Spent;
  }
}

const nextFrame = window.requestAnimationFrame.bind(window);
/** 한 번이라도 부른 것: 되풀이하는 것은 화면의 고리이고, 조각은 프레임마다 새 함수로 온다. */
const known = new WeakSet<FrameRequestCallback>();
let frameAt = 0;
let part: { at: number; isSlice: boolean } | undefined;
nextFrame(startFrame);
let last = nextFrame(endFrame);

window.spent = { frames: [], slices: [] };

/** 앞의 것이 남긴 약속까지 끝난 때다. */
function endPart(): void {
  if (part?.isSlice) window.spent.slices.push(performance.now() - part.at);
  part = undefined;
}

/** 언제나 프레임의 처음에 온다: 다른 것들이 다음 프레임을 청하기 전에 청한다. */
function startFrame(): void {
  nextFrame(startFrame);
  last = nextFrame(endFrame);
  frameAt = performance.now();
}

/** 언제나 끝에 온다: 누가 청할 때마다 맨 뒤로 다시 줄을 선다. */
function endFrame(): void {
  endPart();
  window.spent.frames.push(performance.now() - frameAt);
}

window.requestAnimationFrame = (callback) => {
  const request = nextFrame((now) => {
    endPart();
    part = { at: performance.now(), isSlice: !known.has(callback) };
    known.add(callback);
    callback(now);
  });
  cancelAnimationFrame(last);
  last = nextFrame(endFrame);
  return request;
};
