import { Color, Scene, Vector3 } from 'three';
import type { DemoScene, Stage } from '../../scene';

class BearsScene implements DemoScene {
  readonly root = new Scene();
  readonly focus = new Vector3();
  readonly stepMs = 0;
  readonly controls = { bar: [], groups: [], show: () => {} };
  readonly exposed = {};

  constructor() {
    this.root.background = new Color('#e8c9a8');
  }
  apply(): void {}
  framing() {
    return { fov: 30, target: new Vector3(0, 0.8, 0), position: new Vector3(0, 1, 6) };
  }
  step(): void {}
  present(): void {}
  reset(): void {}
}

export function createBearsScene(_stage: Stage): DemoScene {
  return new BearsScene();
}
