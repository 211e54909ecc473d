// 보이지 않는 탭에는 프레임이 오지 않으므로 이만큼(ms) 기다려 본다.
const kPatience = 100;

/**
 * 화면의 다음 프레임, 프레임이 없는 곳에서는 다음 일거리를 기다린다.
 *
 * Waits for the next frame of the screen; where there are none, for the next task.
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
