import { AnimationMixer, Group, type AnimationClip, type Mesh, type Ray } from 'three';
import { dualQuaternions, heatColors, type DualQuaternions, type HeatColors } from 'mangto/three';
import type { Settings } from '../../settings';
import { loopSeconds } from '../bears/poses';
import type { MeshSkin, OwnModel } from './model';
import { Exercises } from './poses';
import { Soup, type Deformation, type SoupSkin } from './soup';
import { BoneLines, Side } from './view';

export type SideName = 'file' | 'baked';

/** 한쪽의 몸과, 재는 데 쓰는 그 가중치. One side's body and its weights for measuring. */
interface Shown {
  readonly name: SideName;
  readonly side: Side;
  readonly skin: SoupSkin;
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
  /** 두 가중치의 평균 차이, 견줄 것이 없으면 null. Mean L1 of the two skins, null without the file's. */
  l1: number | null = null;
  #shown: readonly Shown[] = [];
  readonly #exercises: Exercises;
  readonly #lines: readonly BoneLines[];
  #soup: Soup | undefined;
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

  /** 새로 구운 가중치를 보이고, 파일의 것과 견준다. Shows newly baked weights and compares them with the file's. */
  showBaked(): void {
    this.#unpaint();
    for (const { name, side } of this.#shown) if (name === 'baked') side.dispose();
    this.#shown = this.#shown.filter(({ name }) => name !== 'baked');
    this.#add('baked', skinsOf(this.model.meshes));
    const [file, baked] = this.#shown;
    if (!file || !baked) return;
    const distances = this.#soup!.distances(file.skin, baked.skin);
    this.l1 = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    for (const { side } of this.#shown) side.setDifference(distances);
  }

  /** 색과 뼈를 섞는 법은 지금의 재질에 걸린다. Colours and blending hang on the materials of the moment. */
  paint({ paint, dual }: Readonly<Settings>, bone: number): void {
    this.#unpaint();
    for (const { side } of this.#shown) side.paint(this.painted(paint));
    if (this.#shown.length === 0) return;
    const meshes = this.#shown.flatMap(({ side }) => side.meshes);
    this.#soup!.dual = dual;
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
    const [file, baked] = this.#shown;
    return file && baked ? this.#soup!.deformation(file.skin, baked.skin) : null;
  }

  /** 광선이 닿는 곳의 뼈. The bone where a ray meets what is shown. */
  boneAt(ray: Ray, settings: Readonly<Settings>, places: readonly number[]): number | undefined {
    const hits = this.visible(settings)
      .map(({ skin }, k) => {
        const own = ray.clone();
        own.origin.x -= places[k]!;
        return this.#soup!.pick(skin, own);
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
    this.#soup ??= new Soup(this.model);
    const side = new Side(this.model, skins);
    this.#shown = [...this.#shown, { name, side, skin: this.#soup.skin(skins) }];
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
