import {
  AnimationMixer,
  Group,
  type AnimationClip,
  type BufferAttribute,
  type Mesh,
  type Ray,
} from 'three';
import { dualQuaternions, heatColors, type DualQuaternions, type HeatColors } from 'mangto/three';
import { part, type Work } from '../../borrowed';
import type { Settings } from '../../settings';
import { loopSeconds } from '../bears/poses';
import type { MeshSkin, OwnModel } from './model';
import { Exercises } from './poses';
import { Soup, type Deformation, type SoupSkin } from './soup';
import { BoneLines, differenceColors, Side } from './view';

export type SideName = 'file' | 'baked';

/** 한쪽의 몸. One side's body. */
interface Shown {
  readonly name: SideName;
  readonly side: Side;
}

/** 견준 것. What the comparison of the two skins gave. */
interface Comparison {
  readonly l1: number;
  readonly colors: BufferAttribute;
}

/** 구운 것을 재고 견주어 둔 것. What is known of a bake before it is shown. */
export interface Findings {
  readonly soup: Soup;
  readonly skins: ReadonlyMap<SideName, SoupSkin>;
  readonly comparison: Comparison | null;
}

function skinsOf(meshes: readonly Mesh[]): MeshSkin[] {
  return meshes.map(({ geometry }) => ({
    index: geometry.getAttribute('skinIndex') as MeshSkin['index'],
    weight: geometry.getAttribute('skinWeight') as MeshSkin['weight'],
  }));
}

/** 모델 하나를 보이는 것: 파일의 가중치와 구운 것으로 움직이는 몸, 색, 뼈, 자세. How one model is shown: its bodies with the file's weights and the baked ones, their colours, bones and poses. */
export class Exhibit {
  readonly model: OwnModel;
  readonly group = new Group();
  #shown: readonly Shown[] = [];
  readonly #exercises: Exercises;
  readonly #lines: readonly BoneLines[];
  #findings: Findings | undefined;
  #heat: HeatColors | undefined;
  #dual: DualQuaternions | undefined;
  #clip: AnimationClip | null = null;
  #mixer: AnimationMixer | undefined;

  /** 모델이 처음 자세로 서 있을 때 만든다. Make it while the model stands at rest. */
  constructor(model: OwnModel) {
    this.model = model;
    this.#exercises = new Exercises(model.bones);
    this.#lines = [0, 1].map(() => new BoneLines(model.bones));
    this.group.add(...this.#lines.map(({ lines }) => lines));
    if (model.fileSkins) this.#add('file', model.fileSkins);
  }

  get shown(): readonly Shown[] {
    return this.#shown;
  }

  /** 보기에 고른 쪽들. The sides that are to be seen. */
  visible({ beside }: Readonly<Settings>): readonly Shown[] {
    const wanted = this.#shown.filter(({ name }) => beside === 'both' || beside === name);
    return wanted.length > 0 ? wanted : this.#shown;
  }

  /** 두 가중치의 평균 차이, 견줄 것이 없으면 null. Mean L1 of the two skins, null without the file's. */
  get l1(): number | null {
    return this.#findings?.comparison?.l1 ?? null;
  }

  /** 새로 구운 가중치를 읽고 파일의 것과 견준다. 점이 많을 수 있어 조금씩 한다. Reads newly baked weights and compares them with the file's, piece by piece. */
  *study(): Work<Findings> {
    const { fileSkins, meshes } = this.model;
    const soup = this.#findings?.soup ?? (yield* part(0, 0.4, Soup.of(this.model)));
    const baked = yield* part(0.4, 0.6, soup.skin(skinsOf(meshes)));
    const skins = new Map<SideName, SoupSkin>([['baked', baked]]);
    if (!fileSkins) return { soup, skins, comparison: null };
    const file = this.#findings?.skins.get('file') ?? (yield* part(0.6, 0.7, soup.skin(fileSkins)));
    skins.set('file', file);
    const distances = yield* part(0.7, 0.9, soup.distances(file, baked));
    const l1 = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    const colors = yield* part(0.9, 1, differenceColors(distances));
    return { soup, skins, comparison: { l1, colors } };
  }

  /** 새로 구운 가중치를 보인다. Shows newly baked weights. */
  showBaked(findings: Findings): void {
    this.#unpaint();
    for (const { name, side } of this.#shown) if (name === 'baked') side.dispose();
    this.#shown = this.#shown.filter(({ name }) => name !== 'baked');
    this.#add('baked', skinsOf(this.model.meshes));
    this.#findings = findings;
    if (!findings.comparison) return;
    for (const { side } of this.#shown) side.setDifference(findings.comparison.colors);
  }

  /** 색과 뼈를 섞는 법은 지금의 재질에 걸린다. Colours and blending hang on the materials of the moment. */
  paint({ paint, dual }: Readonly<Settings>, bone: number): void {
    this.#unpaint();
    for (const { side } of this.#shown) side.paint(this.painted(paint));
    if (this.#shown.length === 0) return;
    const meshes = this.#shown.flatMap(({ side }) => side.meshes);
    if (this.#findings) this.#findings.soup.dual = dual;
    if (dual) this.#dual = dualQuaternions(meshes);
    if (paint !== 'heat') return;
    this.#heat = heatColors(meshes);
    this.#heat.bone = bone;
  }

  /** 실제로 칠해지는 것: 견줄 것이 없으면 다른 정도도 없다. What can be painted: no difference without two skins. */
  painted(paint: Settings['paint']): Settings['paint'] {
    if (this.#shown.length === 0) return 'none';
    return paint === 'difference' && this.l1 === null ? 'none' : paint;
  }

  /** 파일의 움직임을 고른다. null이면 시험 자세. Chooses an animation of the file, or the test poses with null. */
  move(clip: number | null): void {
    this.rest();
    this.#clip = clip === null ? null : this.model.clips[clip]!;
    this.#play();
  }

  get duration(): number {
    return this.#clip?.duration || loopSeconds;
  }

  /** 처음 자세로, `pose()`를 부를 때까지. Back to rest, until `pose()` is called. */
  rest(): void {
    this.#mixer?.stopAllAction();
    this.#mixer = undefined;
    this.model.pose();
  }

  /** @param seconds 움직임 안의 시각. Time within the movement. */
  pose({ exercise, strength }: Readonly<Settings>, seconds: number): void {
    if (this.#clip) {
      if (!this.#mixer) this.#play();
      this.#mixer!.setTime(seconds);
      return;
    }
    this.model.pose();
    // 묶이지 않은 몸은 뼈를 따라오지 못한다.
    if (this.#shown.length > 0) this.#exercises.apply(exercise, seconds, strength);
  }

  /** 뼈들이 움직인 뒤, 그리기 전에. After the bones have moved, before drawing. */
  place(settings: Readonly<Settings>, places: readonly number[], bone: number): void {
    const visible = this.visible(settings);
    for (const { side } of this.#shown) side.group.visible = false;
    visible.forEach(({ side }, k) => {
      side.group.visible = true;
      side.place(places[k]!);
    });
    this.#lines.forEach((lines, k) => {
      lines.lines.visible = settings.bones && k < places.length;
      if (lines.lines.visible) lines.update(places[k]!, bone);
    });
  }

  /** 지금의 자세에서 두 가중치가 얼마나 다르게 움직이는지. How differently the two skins move in the present pose. */
  deformation(): Deformation | null {
    const { soup, skins } = this.#findings ?? {};
    const [file, baked] = [skins?.get('file'), skins?.get('baked')];
    return file && baked ? soup!.deformation(file, baked) : null;
  }

  /** 광선이 닿는 곳의 뼈. The bone where a ray meets what is shown. */
  boneAt(ray: Ray, settings: Readonly<Settings>, places: readonly number[]): number | undefined {
    const { soup, skins } = this.#findings ?? {};
    const hits = this.visible(settings)
      .map(({ name }, k) => {
        const skin = skins?.get(name);
        if (!skin) return undefined;
        const own = ray.clone();
        own.origin.x -= places[k]!;
        return soup!.pick(skin, own);
      })
      .filter((hit) => hit !== undefined)
      .sort((a, b) => a.distance - b.distance);
    return hits[0]?.bone;
  }

  /** @param keepModel 그물들을 다음 모델이 이어받는다. The next model takes the meshes over. */
  dispose(keepModel: boolean): void {
    this.#mixer?.stopAllAction();
    this.#unpaint();
    for (const { side } of this.#shown) side.dispose();
    for (const lines of this.#lines) lines.dispose();
    this.group.removeFromParent();
    if (keepModel) this.model.root.removeFromParent();
    else this.model.dispose();
  }

  #add(name: SideName, skins: readonly MeshSkin[]): void {
    const side = new Side(this.model, skins);
    this.#shown = [...this.#shown, { name, side }];
    this.group.add(side.group);
  }

  #play(): void {
    if (!this.#clip) return;
    this.#mixer = new AnimationMixer(this.model.root);
    this.#mixer.clipAction(this.#clip).play();
  }

  #unpaint(): void {
    this.#heat?.dispose();
    this.#heat = undefined;
    this.#dual?.dispose();
    this.#dual = undefined;
  }
}
