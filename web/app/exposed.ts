import type { PerspectiveCamera, Scene, SkinnedMesh, WebGLRenderer } from 'three';
import type { Cloth, Mangto } from 'mangto';
import type { BakedSkinReport, ClothGeometry } from 'mangto/three';
import type { StepClock } from './clock';
import type { SceneId, Settings } from './settings';

/** 화면 밖에서 재고 볼 수 있는 한 벌의 천. One piece of cloth as seen from outside. */
export interface ExposedCloth {
  readonly name: 'cape' | 'flag';
  readonly cloth: Cloth;
  readonly geometry: ClothGeometry;
}

/** 밖에서 본 「내 모델」. An own model as seen from outside. */
export interface ExposedOwn {
  /** 보일 수 있는 몸들: 파일의 가중치로, 구운 가중치로. The bodies with the file's weights and with the baked ones. */
  readonly shown: readonly {
    readonly name: 'file' | 'baked';
    readonly meshes: readonly SkinnedMesh[];
  }[];
  readonly report: BakedSkinReport | undefined;
  /** 두 가중치의 평균 차이, 견줄 것이 없으면 null. Mean L1 of the two, null without the file's. */
  readonly l1: number | null;
}

/** 밖에서 본 곰들. 차례는 왼쪽, 오른쪽. The bears as seen from outside, left and right. */
export interface ExposedBears {
  readonly meshes: readonly SkinnedMesh[];
  /** 만들고 굽는 일이 끝났다. All is made and baked. */
  readonly ready: boolean;
  readonly reports: readonly (BakedSkinReport | undefined)[];
}

/**
 * `window.mangto`: 밖에서 재는 도구를 위한 문.
 * `window.mangto`: the door for outside measurements. Getters give the current objects; after the
 * grid size or a reset the cloths are new ones, so do not keep them. `cloths`, `capsules` and `walker`
 * are there while the knight is shown, `bears` while the bears are, `own` while an own model is.
 */
export interface Exposed {
  readonly module: Mangto;
  readonly sceneId: SceneId;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
  /** 순서: 망토, 깃발. In this order: cape, flag. */
  readonly cloths: readonly ExposedCloth[];
  /** ax, ay, az, bx, by, bz, 반지름 … (m, 세계 좌표). World space, as given to the cape this step, beside the plane in front of his body. */
  readonly capsules: Float32Array;
  readonly walker: {
    /** 두 발 사이 땅 위의 점(m). The point on the ground between the feet. */
    readonly position: readonly [number, number, number];
    /** m/s */
    readonly speed: number;
    /** 보는 방향의 단위 벡터. Unit vector he faces. */
    readonly forward: readonly [number, number, number];
  };
  readonly bears: ExposedBears;
  readonly own: ExposedOwn;
  /** 대역이 모두 물러났을 때. When no stand-in is left in the picture. */
  readonly ready: Promise<void>;
  readonly clock: StepClock;
  readonly settings: Readonly<Settings>;
  set(patch: Partial<Settings>): void;
  reset(): void;
  /** 그린 화면 수. Frames drawn. */
  readonly frames: number;
  /** 탭을 고른 때부터 그 장면을 처음 그린 때까지(ms). From choosing a tab to the first drawing of its scene. */
  readonly switchMs: number;
  /** 화면 시계 없이 정확히 이만큼 나아가고 한 번 그린다. Advances exactly, then draws once. */
  advance(seconds: number): void;
}

declare global {
  interface Window {
    mangto?: Exposed;
  }
}
