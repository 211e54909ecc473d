// 그리기가 느리거나 보이지 않는 탭이면 프레임이 드물다: 이만큼(ms)만 기다린다. 60 Hz의 프레임보다는 길다.
const kPatience = 20;

/**
 * 화면의 다음 프레임을 50 Hz의 것만큼까지, 프레임이 없는 곳에서는 다음 일거리를 기다린다.
 *
 * Waits for the next frame of the screen, no longer than one at 50 Hz; where there are none, for the next task.
 */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestAnimationFrame !== 'function') {
      setTimeout(resolve, 0);
      return;
    }
    const go = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const timer = setTimeout(go, kPatience);
    const frame = requestAnimationFrame(go);
  });
}
