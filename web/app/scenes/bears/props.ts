import {
  Group,
  LatheGeometry,
  Mesh,
  SphereGeometry,
  SplineCurve,
  Vector2,
  type DataTexture,
} from 'three';
import { createClayMaterial } from './clay_material';

const outline = new SplineCurve(
  [
    [0.001, 0],
    [0.18, 0],
    [0.26, 0.09],
    [0.285, 0.21],
    [0.25, 0.33],
    [0.195, 0.38],
    [0.2, 0.41],
    [0.235, 0.44],
    [0.22, 0.475],
    [0.16, 0.475],
  ].map(([x, y]) => new Vector2(x, y)),
);

/** 흘러내린 꿀: 도는 각, 높이, 굵기, 길이. Honey that ran down: angle, height, width, length. */
const runs = [
  [0.1, 0.4, 0.05, 0.09],
  [0.42, 0.42, 0.042, 0.055],
  [-0.3, 0.41, 0.045, 0.07],
  [-0.75, 0.42, 0.04, 0.05],
] as const;

/** 꿀단지. 실제 모형이 있으면 이 함수를 바꾼다(자리표시). A honey pot; swap in a real model here. */
export function createHoneyPot(clayMap: DataTexture): Group {
  const pot = new Group();
  const clay = createClayMaterial(clayMap, { color: '#4f8f8b' });
  const honey = createClayMaterial(clayMap, { color: '#f0a63a', roughness: 0.35 });
  const ball = new SphereGeometry(1, 24, 16);
  const top = new Mesh(ball, honey);
  top.position.y = 0.46;
  top.scale.set(0.215, 0.05, 0.215);
  pot.add(new Mesh(new LatheGeometry(outline.getPoints(48), 48), clay), top);
  for (const [angle, y, width, length] of runs) {
    const run = new Mesh(ball, honey);
    run.position.set(0.205 * Math.sin(angle), y, 0.205 * Math.cos(angle));
    run.scale.set(width, length, 0.7 * width);
    run.rotation.y = angle;
    pot.add(run);
  }
  for (const part of pot.children) part.castShadow = part.receiveShadow = true;
  pot.position.set(0, -0.07, -0.62);
  return pot;
}
