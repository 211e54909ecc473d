import {
  AnimationMixer,
  Color,
  Group,
  Scene,
  Vector3,
  type AnimationClip,
  type Camera,
  type Mesh,
  type Ray,
  type SkinnedMesh,
} from 'three';
import { MangtoError } from 'mangto';
import { bakeSkinnedMesh, heatColors, type BakedSkinReport, type HeatColors } from 'mangto/three';
import type { Exposed } from '../../exposed';
import type { DemoScene, Framing, Stage } from '../../scene';
import { defaultSettings, type Settings } from '../../settings';
import { loopSeconds } from '../bears/poses';
import { createStand, createStudio } from '../bears/studio';
import { listenForDrops } from './drop';
import { frameModels, stand, standardScale, widthFor } from './framing';
import { loadModel, type Loaded } from './load';
import { hasBones, hasMesh, OwnModel, type MeshSkin } from './model';
import { OwnOverlay } from './overlay';
import { OwnControls } from './panel';
import { Exercises } from './poses';
import { Refusal } from './refusal';
import { makeSample } from './sample';
import { download, writeGlb } from './save';
import { Soup, type SoupSkin } from './soup';
import { BoneLines, Side } from './view';

const wall = '#a8bcb4';
const standRadius = 0.56;
const labelGap = 0.14; // m, 머리 위로
// 재는 일을 여러 프레임에 한 번 한다.
const framesPerMeasure = 8;

type SideName = 'file' | 'baked';

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

/** 무슨 오류든 사람에게 할 말로. Any error in words for people. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const message = error instanceof Error ? error.message : String(error);
  const full = error instanceof MangtoError && error.code === 'out-of-memory';
  return new Refusal(full || error instanceof RangeError ? 'ownMemory' : 'ownBroken', message);
}

/** 사람이 가져온 모델에 가중치를 굽고, 재고, 저장한다. Bakes, measures and saves the weights of a person's own model. */
class OwnScene implements DemoScene {
  readonly root = new Scene();
  readonly focus = new Vector3();
  readonly stepMs = 0;
  readonly controls: OwnControls;
  readonly overlay: HTMLElement;
  readonly exposed: Partial<Exposed>;
  readonly #stage: Stage;
  readonly #over: OwnOverlay;
  readonly #holder = new Group();
  readonly #stands = [createStand(), createStand()] as const;
  #settings: Readonly<Settings> = defaultSettings;
  #work = new AbortController();
  #stopDrops: (() => void) | undefined;
  /** 짝을 기다리는 것. What waits for its other half. */
  #waiting: { body?: Loaded; rig?: Loaded } = {};
  #name = 'model';
  #model: OwnModel | undefined;
  #exercises: Exercises | undefined;
  #soup: Soup | undefined;
  #lines: BoneLines[] = [];
  #shown: Shown[] = [];
  #heat: HeatColors | undefined;
  #report: BakedSkinReport | undefined;
  #l1: number | null = null;
  #bone = 0;
  #clip: AnimationClip | null = null;
  #mixer: AnimationMixer | undefined;
  #saving = false;
  #time = 0;
  #width = widthFor(1);
  #frames = 0;

  constructor(stage: Stage) {
    const { store, texts, small } = stage;
    this.#stage = stage;
    this.#over = new OwnOverlay(texts, {
      open: () => this.controls.choose(),
      sample: () => void this.#openSample(),
      cancel: () => this.#cancel(),
    });
    this.controls = new OwnControls(
      store,
      texts,
      {
        open: (files) => void this.#open(files),
        save: () => void this.#save(),
        bake: () => void this.#bake(),
        pick: (bone) => this.#pick(bone),
        move: (clip) => this.#move(clip),
        scrub: (seconds) => {
          this.#time = seconds;
          this.#pose();
        },
      },
      () => this.#readings(),
    );
    this.overlay = this.#over.root;
    this.exposed = this.#expose();
    this.root.background = new Color(wall);
    this.root.add(createStudio(small ? 1024 : 2048, wall), this.#holder, ...this.#stands);
    this.#arrange();
  }

  apply(settings: Readonly<Settings>): void {
    const before = this.#settings;
    this.#settings = settings;
    this.#stopDrops ??= listenForDrops(
      (files) => void this.#open(files),
      (inside) => (this.#over.dragging = inside),
    );
    if (settings.weigher !== before.weigher && this.#model) void this.#bake();
    this.#arrange();
    this.#paint();
    this.#pose();
  }

  framing(aspect: number): Framing {
    this.overlay.dataset['layout'] = aspect > 1.2 ? 'wide' : 'narrow';
    this.#width = widthFor(aspect);
    this.#arrange();
    return frameModels(aspect);
  }

  step(seconds: number): void {
    if (this.#settings.play) this.#time += seconds;
    this.#pose();
  }

  present(camera: Camera): void {
    const { places, height } = this.#standing();
    this.#over.place(camera, places.length === 2 ? places : [null, null], height + labelGap);
    const bone = this.#model?.bones[this.#bone]?.name || String(this.#bone);
    const paint = this.#shown.length > 0 ? this.#settings.paint : 'none';
    const isCompared = paint === 'difference' && this.#l1 !== null;
    this.#over.showLegend(
      paint === 'heat'
        ? { key: 'heatLegend', bone }
        : isCompared
          ? { key: 'ownDifferenceLegend' }
          : null,
    );
    this.controls.showTime(this.#moment, this.#duration);
    this.#frames += 1;
    if (this.#frames % framesPerMeasure === 0) this.#measure();
  }

  tap(ray: Ray): void {
    const soup = this.#soup;
    if (!soup) return;
    const places = this.#places();
    const hits = this.#visible
      .map(({ skin }, k) => {
        const own = ray.clone();
        own.origin.x -= places[k]!;
        return soup.pick(skin, own);
      })
      .filter((hit) => hit !== undefined)
      .sort((a, b) => a.distance - b.distance);
    if (hits[0]) this.#pick(hits[0].bone);
  }

  reset(): void {
    this.#time = 0;
    this.#pose();
  }

  leave(): void {
    this.#work.abort();
    this.#stopDrops?.();
    this.#stopDrops = undefined;
    this.#waiting = {};
    this.#drop();
    this.#over.say(null);
    this.#over.showProgress(null);
  }

  get #duration(): number {
    return this.#clip?.duration || loopSeconds;
  }

  get #moment(): number {
    return this.#time % this.#duration;
  }

  /** 보기에 고른 쪽들. The sides that are to be seen. */
  get #visible(): readonly Shown[] {
    const { beside } = this.#settings;
    const wanted = this.#shown.filter(({ name }) => beside === 'both' || beside === name);
    return wanted.length > 0 ? wanted : this.#shown;
  }

  #begin(): AbortSignal {
    this.#work.abort();
    this.#work = new AbortController();
    this.#over.say(null);
    return this.#work.signal;
  }

  /** 일 하나를 하고, 잘못되면 까닭을 말한다. 앞의 모델은 그대로 남는다. Does some work and tells why it failed; the model before stays. */
  async #try(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const signal = this.#begin();
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      this.#over.refuse(refusalOf(error));
    }
    if (signal.aborted) return;
    this.#over.showProgress(null);
    this.#stage.redraw();
  }

  #open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return Promise.resolve();
    return this.#try(async (signal) => {
      this.#over.showProgress(0, 'ownLoading');
      const loaded: Loaded[] = [];
      // 둘이 넘으면 앞의 둘만: 몸 하나와 뼈대 하나.
      for (const file of files.slice(0, 2)) {
        loaded.push(await loadModel(file));
        signal.throwIfAborted();
      }
      const name = files[0]!.name.replace(/\.\w+$/, '');
      await this.#receive(loaded, name, signal);
    });
  }

  #openSample(): Promise<void> {
    return this.#try(async (signal) => {
      this.#over.showProgress(0, 'ownLoading');
      const sample = await makeSample(this.#stage.mangto, signal);
      signal.throwIfAborted();
      await this.#receive([sample], 'bear', signal);
    });
  }

  /** 온 것과 기다리던 것을 짝짓는다. Pairs what came with what was waiting. */
  async #receive(loaded: readonly Loaded[], name: string, signal: AbortSignal): Promise<void> {
    const whole = loaded.find((one) => hasMesh(one) && hasBones(one));
    const body =
      loaded.find((one) => hasMesh(one) && !hasBones(one)) ??
      (whole ? undefined : this.#waiting.body);
    const rig = loaded.find((one) => !hasMesh(one)) ?? (body && whole ? whole : this.#waiting.rig);
    if (!body && !whole) {
      this.#waiting = { rig: rig! };
      this.#over.say({ key: 'ownNeedsMesh', detail: '', alert: false });
      return;
    }
    this.#waiting = body && !rig ? { body } : {};
    if (name !== this.#name && (whole || loaded.some(hasMesh))) this.#name = name;
    this.#wear(body ? new OwnModel(body, rig) : new OwnModel(whole!));
    if (this.#model!.bones.length === 0) {
      this.#over.say({ key: 'ownNeedsRig', detail: '', alert: false });
      return;
    }
    await this.#weigh(signal);
  }

  /** 앞의 모델을 놓고 새 모델을 세운다. Lets go of the model before and puts up the new one. */
  #wear(model: OwnModel): void {
    this.#drop(model);
    this.#model = model;
    this.#holder.add(model.root);
    this.#arrange();
    this.#exercises = new Exercises(model.bones);
    this.#lines = [0, 1].map(() => new BoneLines(model.bones));
    this.root.add(...this.#lines.map(({ lines }) => lines));
    this.controls.list(model.bones, model.clips);
    this.#pick(Math.min(1, Math.max(0, model.bones.length - 1)));
    this.#time = 0;
    if (model.fileSkins) {
      this.#soup = new Soup(model);
      this.#add('file', model.fileSkins);
    }
  }

  #add(name: SideName, skins: readonly MeshSkin[]): void {
    const side = new Side(this.#model!, skins);
    this.#shown.push({ name, side, skin: this.#soup!.skin(skins) });
    this.root.add(side.group);
    this.#arrange();
    this.#paint();
    this.#pose();
  }

  /** @param next 이어받는 것이 있으면 그 그물들은 놓지 않는다. Keeps what the next model took over. */
  #drop(next?: OwnModel): void {
    this.#mixer?.stopAllAction();
    this.#mixer = undefined;
    this.#clip = null;
    this.#unpaint();
    for (const { side } of this.#shown) side.dispose();
    for (const lines of this.#lines) lines.dispose();
    const model = this.#model;
    const goesOn = model?.meshes.some((mesh) => next?.meshes.includes(mesh)) ?? false;
    if (goesOn) model!.root.removeFromParent();
    else model?.dispose();
    this.#lines = [];
    this.#shown = [];
    this.#soup = undefined;
    this.#model = undefined;
    this.#exercises = undefined;
    this.#report = undefined;
    this.#l1 = null;
    this.controls.enable(false, false);
    this.controls.list([], []);
    this.#over.showFigures(null, null);
    this.#arrange();
  }

  #bake(): Promise<void> {
    if (!this.#model || this.#model.bones.length === 0) return Promise.resolve();
    return this.#try((signal) => this.#weigh(signal));
  }

  #cancel(): void {
    this.#work.abort();
    this.#over.showProgress(null);
    this.#over.say({ key: 'ownCancelled', detail: '', alert: false });
  }

  /** 프레임마다 조금씩 굽는다. Bakes, a slice a frame. */
  async #weigh(signal: AbortSignal): Promise<void> {
    const model = this.#model!;
    this.controls.enable(true, this.#report !== undefined);
    this.#over.showProgress(0);
    // 묶이지 않은 그물은 지금의 자세에 묶인다.
    this.#rest();
    // 화면에 따라 가중치가 달라지지 않도록 늘 같은 크기로 굽는다.
    this.#holder.scale.setScalar(standardScale(model.box.getSize(new Vector3())));
    this.#holder.updateMatrixWorld(true);
    const baking = bakeSkinnedMesh(model.meshes, model.skeleton ?? model.bones, {
      mangto: this.#stage.mangto,
      mode: this.#settings.weigher,
      signal,
      onProgress: (progress) => this.#over.showProgress(progress),
    });
    this.#arrange();
    this.#play();
    const baked = await baking;
    model.adopt(baked.meshes, baked.skeleton);
    this.#report = baked.report;
    this.#soup ??= new Soup(model);
    this.#replace(baked.meshes);
    this.controls.enable(true, true);
  }

  #replace(meshes: readonly SkinnedMesh[]): void {
    this.#unpaint();
    for (const { name, side } of this.#shown) if (name === 'baked') side.dispose();
    this.#shown = this.#shown.filter(({ name }) => name !== 'baked');
    this.#add('baked', skinsOf(meshes));
    const [file, baked] = this.#shown;
    if (!file || !baked) return;
    const distances = this.#soup!.distances(file.skin, baked.skin);
    this.#l1 = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    for (const { side } of this.#shown) side.setDifference(distances);
    this.#paint();
    this.#measure();
  }

  async #save(): Promise<void> {
    const model = this.#model;
    if (!model || !this.#report) return;
    await this.#try(async (signal) => {
      this.#over.showProgress(0, 'ownSaving');
      this.#saving = true;
      this.#rest();
      try {
        const glb = await writeGlb(model);
        signal.throwIfAborted();
        download(glb, `${this.#name}-mangto.glb`);
      } finally {
        this.#saving = false;
        this.#play();
      }
    });
  }

  #pick(bone: number): void {
    this.#bone = bone;
    this.controls.showBone(bone);
    if (this.#heat) this.#heat.bone = bone;
    this.#stage.redraw();
  }

  #move(clip: number | null): void {
    this.#clip = clip === null ? null : this.#model!.clips[clip]!;
    this.#time = 0;
    this.#rest();
    this.#play();
    this.#pose();
  }

  /** 처음 자세로. Back to rest. */
  #rest(): void {
    this.#mixer?.stopAllAction();
    this.#mixer = undefined;
    this.#model?.pose();
  }

  #play(): void {
    if (!this.#clip || !this.#model) return;
    this.#mixer = new AnimationMixer(this.#model.root);
    this.#mixer.clipAction(this.#clip).play();
  }

  #pose(): void {
    const model = this.#model;
    if (!model) return;
    if (this.#mixer) this.#mixer.setTime(this.#moment);
    else if (!this.#clip || this.#saving) {
      model.pose();
      const { exercise, strength } = this.#settings;
      if (!this.#saving && this.#report) this.#exercises!.apply(exercise, this.#moment, strength);
    } else this.#play();
    this.#holder.updateMatrixWorld(true);
    const places = this.#places();
    this.#visible.forEach(({ side }, k) => side.place(places[k]!));
    this.#lines.forEach((lines, k) => {
      lines.lines.visible = this.#settings.bones && k < places.length;
      if (lines.lines.visible) lines.update(places[k]!, this.#bone);
    });
  }

  #places(): readonly number[] {
    return this.#standing().places;
  }

  #standing() {
    const size = this.#model?.box.getSize(new Vector3()) ?? new Vector3(1, 1, 1);
    return stand(size, Math.max(1, this.#visible.length), this.#width);
  }

  /** 모델을 바닥 가운데에, 화면에 맞는 크기로 세운다. Stands the model on the floor, as large as fits. */
  #arrange(): void {
    const { scale, places } = this.#standing();
    const model = this.#model;
    for (const { side } of this.#shown) side.group.visible = false;
    for (const { side } of this.#visible) side.group.visible = true;
    // 구운 것이 서기 전에는 파일의 모습 그대로를 보인다.
    this.#holder.visible = this.#shown.length === 0;
    this.#over.empty = model === undefined;
    let radius = standRadius;
    if (model) {
      const { min, max } = model.box;
      this.#holder.scale.setScalar(scale);
      this.#holder.position
        .set((min.x + max.x) / 2, min.y, (min.z + max.z) / 2)
        .multiplyScalar(-scale);
      const [wide, deep] = [scale * (max.x - min.x), scale * (max.z - min.z)];
      radius = Math.min(0.36 * Math.max(wide, deep, 1), this.#width / places.length / 2 - 0.05);
    }
    this.#stands.forEach((disc, k) => {
      disc.visible = k < places.length;
      disc.position.x = places[k] ?? 0;
      disc.scale.set(radius / standRadius, 1, radius / standRadius);
    });
  }

  #paint(): void {
    const { paint } = this.#settings;
    // 견줄 것이 없으면 다른 정도도 없다.
    const own = paint === 'difference' && this.#l1 === null ? 'none' : paint;
    this.#unpaint();
    for (const { side } of this.#shown) side.paint(own);
    if (own !== 'heat' || this.#shown.length === 0) return;
    this.#heat = heatColors(this.#shown.flatMap(({ side }) => side.meshes));
    this.#heat.bone = this.#bone;
  }

  #unpaint(): void {
    this.#heat?.dispose();
    this.#heat = undefined;
  }

  #measure(): void {
    const [file, baked] = this.#shown;
    if (!file || !baked || this.#saving) return;
    this.#over.showFigures(this.#l1, this.#soup!.deformation(file.skin, baked.skin));
  }

  #readings() {
    const { totalMs = 0, slices = 0, longestSliceMs = 0 } = this.#report ?? {};
    return {
      vertices: this.#model?.vertices ?? 0,
      bones: this.#model?.bones.length ?? 0,
      bakeMs: totalMs,
      slices,
      worstSliceMs: longestSliceMs,
    };
  }

  #expose(): Partial<Exposed> {
    const own = {
      shown: () => this.#shown.map(({ name, side }) => ({ name, meshes: side.meshes })),
      report: () => this.#report,
      l1: () => this.#l1,
    };
    return {
      own: {
        get shown() {
          return own.shown();
        },
        get report() {
          return own.report();
        },
        get l1() {
          return own.l1();
        },
      },
    };
  }
}

export function createOwnScene(stage: Stage): DemoScene {
  return new OwnScene(stage);
}
