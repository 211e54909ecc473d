import type { Camera, Scene, Vector3 } from 'three';
import type { Settings } from './settings';

export interface Readings {
  points: number;
  constraints: number;
  /** 마지막 걸음의 계산 시간(ms). Compute time of the last step. */
  stepMs: number;
}

/** 화면 비율에 맞는 시점. Where the camera stands for an aspect ratio. */
export interface Framing {
  /** 세로 시야각(도). Vertical field of view in degrees. */
  fov: number;
  target: Vector3;
  position: Vector3;
}

/**
 * 조절판과 모듈을 함께 쓰는 한 장면.
 * One scene; scenes share the panel, the viewer and the WASM module.
 */
export interface DemoScene {
  readonly id: string;
  readonly root: Scene;
  /** 시점이 따라갈 점. The point the view follows. */
  readonly focus: Vector3;
  readonly readings: Readonly<Readings>;
  apply(settings: Readonly<Settings>): void;
  framing(aspect: number): Framing;
  /** 고정 걸음 하나. One fixed step of `seconds`. */
  step(seconds: number): void;
  /** 그리기 직전에 한 번. Once before each drawing. */
  present(camera: Camera): void;
  reset(): void;
  dispose(): void;
}
