import type { Camera, Object3D, Ray, Scene, Vector3, WebGLRenderer } from 'three';
import type { Mangto } from 'mangto';
import type { Exposed } from './exposed';
import type { TextBindings } from './panel/bindings';
import type { Settings } from './settings';
import type { SettingsStore } from './store';

/** 화면 비율에 맞는 시점. Where the camera stands for an aspect ratio. */
export interface Framing {
  /** 세로 시야각(도). Vertical field of view in degrees. */
  fov: number;
  target: Vector3;
  position: Vector3;
}

/** 지난 1초의 빠르기. How fast it went over the last second. */
export interface Pace {
  /** 한 걸음의 계산 시간(ms). Compute time of a step. */
  computeMs: number;
  /** 그 가운데 가장 긴 것(ms). The longest of them. */
  worstMs: number;
  framesPerSecond: number;
}

/** 장면이 조절판에 놓는 것. What a scene puts on the panel. */
export interface SceneControls {
  /** 닫힌 막대에도 남는 것. Stays on the bar when the panel is closed. */
  readonly bar: readonly Node[];
  readonly groups: readonly Node[];
  /** 읽을 숫자를 새로 쓴다. Writes the read-outs anew, a few times a second. */
  show(pace: Pace): void;
}

/**
 * 조절판과 모듈을 함께 쓰는 한 장면. 보이지 않는 동안에는 아무것도 불리지 않는다.
 * One scene; scenes share the panel, the viewer and the WASM module. Nothing of it is called while
 * another scene is shown, except `leave()` once.
 */
export interface DemoScene {
  readonly root: Scene;
  /** 시점이 따라갈 점. The point the view follows. */
  readonly focus: Vector3;
  /** 마지막 걸음의 계산 시간(ms). Compute time of the last step. */
  readonly stepMs: number;
  readonly controls: SceneControls;
  /** 그림 위에 놓을 것. What lies over the picture. */
  readonly overlay?: HTMLElement;
  /** `window.mangto`에 더할 것. What it adds to `window.mangto` while it is shown. */
  readonly exposed: Partial<Exposed>;
  /** 보이게 될 때, 그리고 설정이 바뀔 때. When it comes into view, and on every change. */
  apply(settings: Readonly<Settings>): void;
  /** @param height 가리지 않은 높이(px). Free height in CSS pixels. */
  framing(aspect: number, height: number): Framing;
  /** 고정 걸음 하나. One fixed step of `seconds`. */
  step(seconds: number): void;
  /** 그리기 직전에 한 번. Once before each drawing. */
  present(camera: Camera): void;
  /** 화면을 스스로 그린다. 없으면 root를 그린다. Draws the picture itself; without it root is drawn. */
  draw?(camera: Camera): void;
  reset(): void;
  /** 끌지 않고 눌렀다. The picture was tapped, not dragged. */
  tap?(ray: Ray): void;
  /** 다른 장면에 자리를 내준다. Gives way to another scene. */
  leave?(): void;
}

/** 장면을 만드는 데 드는 것. What a scene is made with. */
export interface Stage {
  readonly mangto: Mangto;
  readonly renderer: WebGLRenderer;
  readonly store: SettingsStore;
  readonly texts: TextBindings;
  /** 멈춘 동안에도 다음 화면에 다시 그린다. Asks for a drawing even while paused. */
  redraw(): void;
  /** 장면에 뒤늦게 들어갈 것의 무늬와 셰이더를 미리 마련한다. Makes ready the textures and shaders of what joins a scene later. */
  prepare(part: Object3D, scene: Scene): Promise<void>;
  /** 시점을 framing()대로 다시 잡는다. Asks framing() anew. */
  reframe(): void;
  /** 움직임을 줄여 달라는 설정. The user asked for less motion. */
  readonly reducedMotion: boolean;
  /** 작은 화면. A phone. */
  readonly small: boolean;
  /** 장면을 모는 글쇠를 듣는 곳. 남의 페이지에 놓이면 없다: 그 글쇠는 그 페이지의 것이다. Where keys that lead a scene are heard; not on someone else's page. */
  readonly keys?: EventTarget;
  /** 장면이 치워질 때 그친다. Aborted when the scene is taken away. */
  readonly signal: AbortSignal;
}
