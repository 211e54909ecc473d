import {
  ACESFilmicToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Raycaster,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Object3D,
  type Scene,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { DemoScene } from './scene';
import { breath, painted } from './scenes/paintwork';

const maxPixelRatio = 2;
const slowFrames = 48; // 1초에, 이보다 느리면 거칠게 그린다.
const steadySeconds = 4; // 이만큼 빠르면 다시 곱게 그려 본다.
// 이만큼(px) 안에서 떼면 끈 것이 아니라 누른 것이다.
const tapReach = 6;
const patience = 5000; // ms, 셰이더가 끝내 엮이지 않아도 그린다.
const pollMs = 10;
const pageFrames = 3;
const hiddenMs = 300;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** 다음 화면. 숨은 탭에는 오지 않는다. The next frame; there is none in a hidden tab. */
const nextFrame = () => Promise.race([new Promise(requestAnimationFrame), wait(hiddenMs)]);

const bestRatio = () => Math.min(devicePixelRatio, maxPixelRatio);

/** GPU가 이제까지 시킨 일을 마칠 때까지 기다린다. Waits until the GPU has done what it was told so far. */
async function drained(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  while (fence && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED) await wait(pollMs);
  gl.deleteSync(fence);
}

/**
 * 그리는 장치를 연다. 깨어나는 동안 무엇을 물으면 그때까지 페이지가 멎으므로 기다린다.
 * Opens the graphics device and waits until it is awake: a question before that would stall the page.
 * @throws 장치가 없으면. If there is none.
 */
export async function openContext(canvas: HTMLCanvasElement): Promise<WebGL2RenderingContext> {
  const context = canvas.getContext('webgl2', {
    antialias: true,
    powerPreference: 'high-performance',
  });
  if (!context) throw new Error('WebGL 2 is not available');
  // 페이지의 첫 그림도 같은 장치가 그린다.
  for (let k = 0; k < pageFrames; k += 1) await nextFrame();
  await drained(context);
  return context;
}

/** 조절판이 가리는 화면의 가장자리(px). Edges covered by the panel, in CSS pixels. */
export interface Insets {
  right: number;
  bottom: number;
}

/** 그리는 곳과 시점. The renderer, the camera and turning the view. */
export class Viewer {
  readonly renderer: WebGLRenderer;
  /** 크기를 바꾸어 그림이 지워졌다: 화면에 나가기 전에 그린다. The picture was cleared by a resize; draws before it is shown. */
  onResize: () => void = () => {};
  readonly camera = new PerspectiveCamera(30, 1, 0.1, 400);
  readonly controls: OrbitControls;
  readonly #canvas: HTMLCanvasElement;
  readonly #life = new AbortController();
  readonly #observer = new ResizeObserver(() => {
    this.#resize();
    this.onResize();
  });
  readonly #focus = new Vector3();
  readonly #shift = new Vector3();
  readonly #insets: Insets = { right: 0, bottom: 0 };
  /** 벌써 써 본 셰이더. Shaders that were used already. */
  readonly #tried = new WeakSet<object>();
  #scene: DemoScene | undefined;
  #held = false;
  #turned = false;
  #changed = true;
  #deviceRatio = devicePixelRatio;
  #ratio = bestRatio();
  #ratioAt = performance.now();

  /** @param context openContext()가 연 것. What openContext() opened. */
  constructor(context: WebGL2RenderingContext, reducedMotion: boolean) {
    const canvas = context.canvas as HTMLCanvasElement;
    this.#canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, context });
    // 셰이더의 기록을 읽으면 그리는 장치를 기다린다: 처음 그림마다 수십 ms이다.
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.15;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.enableDamping = !reducedMotion;
    this.controls.minDistance = 2;
    this.controls.maxDistance = 12;
    this.controls.minPolarAngle = 0.25 * Math.PI;
    this.controls.maxPolarAngle = 0.53 * Math.PI;
    this.controls.addEventListener('start', () => {
      this.#held = true;
    });
    this.controls.addEventListener('end', () => {
      this.#held = false;
    });
    this.controls.addEventListener('change', () => {
      this.#changed = true;
      // 누르기만 한 것은 돌린 것이 아니다: 크기가 바뀌면 시점을 다시 잡는다.
      if (this.#held) this.#turned = true;
    });
    this.#listenForTaps();
    this.#observer.observe(canvas);
  }

  /** 그리기를 그만두고 GPU의 것을 모두 놓는다. Frees everything on the GPU. */
  dispose(): void {
    this.#life.abort();
    this.#observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /**
   * 그만둘 때 그친다: 캔버스의 듣는 이들은 이것으로 듣는다. three는 제 빈 텍스처를 거쳐 버린 렌더러와 캔버스를 놓지 않는다.
   * Aborted by dispose(), for listeners on the canvas: three keeps a disposed renderer and its canvas alive through
   * its own empty textures.
   */
  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** 무늬를 칠하고 셰이더를 엮는다: 처음 그릴 때 하면 그동안 페이지가 멎는다. Paints the textures and compiles the shaders ahead; the first drawing would stall the page for them. */
  async prepare(part: Object3D, scene: Scene): Promise<void> {
    const { renderer } = this;
    for (const texture of await painted()) {
      renderer.initTexture(texture);
      await breath();
    }
    const compiled = renderer.compileAsync(part, this.camera, scene);
    const done = compiled.then(() => drained(renderer.getContext() as WebGL2RenderingContext));
    await Promise.race([done, wait(patience)]);
    // 장치는 다 엮었다고 해 놓고 처음 쓸 때 엮기도 한다. 하나씩 써 본다.
    for (const program of renderer.info.programs ?? []) {
      if (this.#tried.has(program)) continue;
      this.#tried.add(program);
      program.getUniforms();
      await breath();
    }
  }

  show(scene: DemoScene): void {
    this.#scene = scene;
    this.#turned = false;
    this.#focus.copy(scene.focus);
    this.#resize();
  }

  /** 장면이 바라는 시점이 바뀌었다. The scene wants another view. */
  reframe(): void {
    this.#resize();
  }

  setInsets(insets: Readonly<Insets>): void {
    if (insets.right === this.#insets.right && insets.bottom === this.#insets.bottom) return;
    Object.assign(this.#insets, insets);
    this.#resize();
  }

  /**
   * 화면이 느리면 점의 수를 줄이고, 넉넉하면 되돌린다. 1보다 거칠게 그리지는 않는다.
   * Draws fewer pixels when it is slow and more again when there is time; never less than one per CSS pixel.
   */
  adapt(framesPerSecond: number): void {
    const waited = (performance.now() - this.#ratioAt) / 1000;
    const most = bestRatio();
    const least = Math.min(1, most);
    let ratio = this.#ratio;
    if (framesPerSecond < slowFrames && waited > 1) ratio = Math.max(least, ratio * 0.85);
    else if (framesPerSecond > 57 && waited > steadySeconds) ratio = Math.min(most, ratio * 1.1);
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    this.#ratioAt = performance.now();
    this.#resize();
  }

  /** 시점이나 크기가 바뀌어 다시 그려야 하는가. Whether the view has changed since the last drawing. */
  get changed(): boolean {
    this.controls.update();
    return this.#changed || devicePixelRatio !== this.#deviceRatio;
  }

  draw(): void {
    const scene = this.#scene;
    if (!scene) return;
    if (devicePixelRatio !== this.#deviceRatio) this.#followDisplay();
    this.#shift.subVectors(scene.focus, this.#focus);
    this.#focus.copy(scene.focus);
    this.controls.target.add(this.#shift);
    this.camera.position.add(this.#shift);
    this.controls.update();
    scene.present(this.camera);
    if (scene.draw) scene.draw(this.camera);
    else this.renderer.render(scene.root, this.camera);
    this.#changed = false;
  }

  /** 다른 화면으로 옮겼거나 확대했다: 새 화면의 점에 맞춘다. The window went to another display, or the page was zoomed. */
  #followDisplay(): void {
    this.#deviceRatio = devicePixelRatio;
    this.#ratio = bestRatio();
    this.#resize();
  }

  #listenForTaps(): void {
    const { signal } = this;
    const down = new Vector2();
    const press = ({ clientX, clientY, isPrimary }: PointerEvent) => {
      if (isPrimary) down.set(clientX, clientY);
    };
    const lift = ({ clientX, clientY, isPrimary }: PointerEvent) => {
      if (!isPrimary || Math.hypot(clientX - down.x, clientY - down.y) > tapReach) return;
      const box = this.#canvas.getBoundingClientRect();
      const x = (2 * (clientX - box.left)) / box.width - 1;
      const y = 1 - (2 * (clientY - box.top)) / box.height;
      const caster = new Raycaster();
      caster.setFromCamera(new Vector2(x, y), this.camera);
      this.#scene?.tap?.(caster.ray);
    };
    this.#canvas.addEventListener('pointerdown', press, { signal });
    this.#canvas.addEventListener('pointerup', lift, { signal });
  }

  #resize(): void {
    const width = Math.max(1, this.#canvas.clientWidth);
    const height = Math.max(1, this.#canvas.clientHeight);
    this.renderer.setPixelRatio(this.#ratio);
    this.renderer.setSize(width, height, false);
    const { right, bottom } = this.#insets;
    const freeWidth = Math.max(1, width - right);
    const freeHeight = Math.max(1, height - bottom);
    this.#frame(freeWidth / freeHeight, freeHeight, height / freeHeight);
    this.camera.aspect = width / height;
    // 조절판에 가리지 않는 곳의 한가운데로 그림을 옮긴다.
    this.camera.setViewOffset(width, height, right / 2, bottom / 2, width, height);
    this.camera.updateProjectionMatrix();
    this.#changed = true;
  }

  #frame(aspect: number, freeHeight: number, heightRatio: number): void {
    const scene = this.#scene;
    if (!scene) return;
    const framing = scene.framing(aspect, freeHeight);
    // 남은 높이에 장면의 시야각이 그대로 들어가도록 전체 시야각을 넓힌다.
    const half = Math.tan((framing.fov * Math.PI) / 360) * heightRatio;
    this.camera.fov = (Math.atan(half) * 360) / Math.PI;
    if (this.#turned) return;
    this.controls.target.copy(framing.target).add(scene.focus);
    this.camera.position.copy(framing.position).add(scene.focus);
    this.controls.update();
  }
}
