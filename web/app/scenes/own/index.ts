import { Color, Group, Scene, Vector3, type Camera, type Ray } from 'three';
import { MangtoError } from 'mangto';
import { bakeSkinnedMesh, type BakedSkinReport } from 'mangto/three';
import type { Exposed } from '../../exposed';
import type { DemoScene, Framing, Stage } from '../../scene';
import { inSlices } from '../../borrowed';
import { defaultSettings, type Settings } from '../../settings';
import { loopSeconds } from '../bears/poses';
import { createStand, createStudio } from '../bears/studio';
import { listenForDrops } from './drop';
import { Exhibit } from './exhibit';
import { frameModels, stand, standardScale, widthFor, type Standing } from './framing';
import { loadModel, type Loaded } from './load';
import { OwnModel } from './model';
import { OwnOverlay } from './overlay';
import { isWhole, pair, type Pair } from './pairing';
import { OwnControls } from './panel';
import { Refusal } from './refusal';
import { makeSample } from './sample';
import { download, writeGlb } from './save';

const wall = '#a8bcb4';
const standRadius = 0.56;
const labelGap = 0.14; // m, 머리 위로
// 재는 일을 여러 프레임에 한 번 한다.
const framesPerMeasure = 8;

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
  #waiting: Pair = {};
  #name = '';
  #exhibit: Exhibit | undefined;
  #report: BakedSkinReport | undefined;
  #bone = 0;
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
    const actions = {
      open: (files: readonly File[]) => void this.#open(files),
      save: () => void this.#save(),
      bake: () => void this.#bake(),
      pick: (bone: number) => this.#pick(bone),
      move: (clip: number | null) => this.#move(clip),
      scrub: (seconds: number) => {
        this.#time = seconds;
        this.#pose();
      },
    };
    this.controls = new OwnControls(store, texts, actions, () => this.#readings());
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
    if (settings.weigher !== before.weigher) void this.#bake();
    if (settings.paint !== before.paint || settings.dual !== before.dual) this.#paint();
    this.#arrange();
    this.#pose();
  }

  framing(aspect: number, height: number): Framing {
    this.overlay.dataset['layout'] = aspect > 1.2 ? 'wide' : 'narrow';
    this.#width = widthFor(aspect);
    this.#arrange();
    this.#pose();
    return frameModels(aspect, height);
  }

  step(seconds: number): void {
    if (this.#settings.play) this.#time += seconds;
    this.#pose();
  }

  present(camera: Camera): void {
    const { places, height } = this.#standing();
    this.#over.place(camera, places.length === 2 ? places : [null, null], height + labelGap);
    this.#explain();
    this.controls.showTime(this.#moment, this.#exhibit?.duration ?? loopSeconds);
    this.#frames += 1;
    if (this.#frames % framesPerMeasure === 0) this.#measure();
  }

  /** 누른 자리의 뼈를 고른다. Picks the bone under the finger. */
  tap(ray: Ray): void {
    const bone = this.#exhibit?.boneAt(ray, this.#settings, this.#standing().places);
    if (bone !== undefined) this.#pick(bone);
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
    this.#drop(false);
    this.#over.say(null);
    this.#over.showProgress(null);
  }

  get #moment(): number {
    return this.#time % (this.#exhibit?.duration ?? loopSeconds);
  }

  /** 일 하나를 하고, 잘못되면 까닭을 말한다. 앞의 모델은 그대로 남는다. Does some work and tells why it failed; the model before stays. */
  async #try(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.#over.say(null);
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
      await this.#receive(loaded, files[0]!.name.replace(/\.\w+$/, ''), signal);
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

  async #receive(loaded: readonly Loaded[], name: string, signal: AbortSignal): Promise<void> {
    const paired = pair(loaded, this.#waiting);
    const { body, rig } = paired;
    const isTaken = body !== undefined && body === this.#waiting.body;
    this.#waiting = isWhole(paired) ? {} : paired;
    if (!body) return this.#over.say({ key: 'ownNeedsMesh', detail: '', alert: false });
    if (!isTaken) this.#name = name;
    this.#wear(new OwnModel(body, rig), isTaken);
    if (!isWhole(paired)) return this.#over.say({ key: 'ownNeedsRig', detail: '', alert: false });
    await this.#weigh(signal);
  }

  /** 앞의 모델을 놓고 새 모델을 세운다. Lets go of the model before and puts up the new one. */
  #wear(model: OwnModel, takesOver: boolean): void {
    this.#drop(takesOver);
    this.#holder.add(model.root);
    this.#holder.updateMatrixWorld(true);
    this.#exhibit = new Exhibit(model);
    this.root.add(this.#exhibit.group);
    this.controls.list(model.bones, model.clips);
    this.#pick(Math.min(1, Math.max(0, model.bones.length - 1)));
    this.#time = 0;
    this.#refresh();
  }

  #drop(keepModel: boolean): void {
    this.#exhibit?.dispose(keepModel);
    this.#exhibit = undefined;
    this.#report = undefined;
    this.controls.enable(false, false);
    this.controls.list([], []);
    this.#over.showFigures(null, null);
    this.#arrange();
  }

  #bake(): Promise<void> {
    if (!this.#exhibit || this.#exhibit.model.bones.length === 0) return Promise.resolve();
    return this.#try((signal) => this.#weigh(signal));
  }

  #cancel(): void {
    this.#work.abort();
    this.#over.showProgress(null);
    this.#over.say({ key: 'ownCancelled', detail: '', alert: false });
  }

  /** 프레임마다 조금씩 굽는다. Bakes, a slice a frame. */
  async #weigh(signal: AbortSignal): Promise<void> {
    const exhibit = this.#exhibit!;
    const { model } = exhibit;
    this.controls.enable(true, this.#report !== undefined);
    this.#over.showProgress(0);
    // 묶이지 않은 그물은 지금의 자세에 묶인다. 화면에 따라 가중치가 달라지지 않도록 늘 같은 크기로 굽는다.
    exhibit.rest();
    this.#holder.scale.setScalar(standardScale(model.box.getSize(new Vector3())));
    this.#holder.updateMatrixWorld(true);
    const baking = bakeSkinnedMesh(model.meshes, model.skeleton ?? model.bones, {
      mangto: this.#stage.mangto,
      mode: this.#settings.weigher,
      signal,
      onProgress: (progress) => this.#over.showProgress(progress),
    });
    this.#arrange();
    const baked = await baking;
    signal.throwIfAborted();
    model.adopt(baked.meshes, baked.skeleton);
    const findings = await inSlices(exhibit.study(), { signal });
    this.#report = baked.report;
    exhibit.showBaked(findings);
    this.controls.enable(true, true);
    this.#refresh();
  }

  async #save(): Promise<void> {
    const exhibit = this.#exhibit;
    if (!exhibit || !this.#report) return;
    await this.#try(async (signal) => {
      this.#over.showProgress(0, 'ownSaving');
      this.#saving = true;
      exhibit.rest();
      try {
        const glb = await writeGlb(exhibit.model);
        signal.throwIfAborted();
        download(glb, `${this.#name}-mangto.glb`);
      } finally {
        this.#saving = false;
      }
    });
  }

  #pick(bone: number): void {
    this.#bone = bone;
    this.controls.showBone(bone);
    this.#paint();
    this.#stage.redraw();
  }

  #move(clip: number | null): void {
    this.#time = 0;
    this.#exhibit?.move(clip);
    this.#pose();
    this.#stage.redraw();
  }

  #refresh(): void {
    this.#arrange();
    this.#paint();
    this.#pose();
    this.#measure();
  }

  #paint(): void {
    this.#exhibit?.paint(this.#settings, this.#bone);
  }

  #pose(): void {
    const exhibit = this.#exhibit;
    if (!exhibit) return;
    // 쓰는 동안에는 처음 자세로 있어야 한다.
    if (!this.#saving) exhibit.pose(this.#settings, this.#moment);
    this.#holder.updateMatrixWorld(true);
    exhibit.place(this.#settings, this.#standing().places, this.#bone);
  }

  #standing(): Standing {
    const exhibit = this.#exhibit;
    const size = exhibit?.model.box.getSize(new Vector3()) ?? new Vector3(1, 1, 1);
    const copies = exhibit?.visible(this.#settings).length ?? 1;
    return stand(size, Math.max(1, copies), this.#width);
  }

  /** 모델을 바닥 가운데에, 화면에 맞는 크기로 세운다. Stands the model on the floor, as large as fits. */
  #arrange(): void {
    const { scale, places } = this.#standing();
    const exhibit = this.#exhibit;
    this.#over.empty = exhibit === undefined;
    let radius = standRadius;
    if (exhibit) {
      // 구운 것이 서기 전에는 파일의 모습 그대로를 보인다.
      this.#holder.visible = exhibit.shown.length === 0;
      const { min, max } = exhibit.model.box;
      this.#holder.scale.setScalar(scale);
      this.#holder.position
        .set((min.x + max.x) / 2, min.y, (min.z + max.z) / 2)
        .multiplyScalar(-scale);
      const widest = scale * Math.max(max.x - min.x, max.z - min.z);
      radius = Math.min(0.36 * Math.max(widest, 1), this.#width / places.length / 2 - 0.05);
    }
    this.#stands.forEach((disc, k) => {
      disc.visible = k < places.length;
      disc.position.x = places[k] ?? 0;
      disc.scale.set(radius / standRadius, 1, radius / standRadius);
    });
  }

  /** 색의 뜻을 적는다. Writes what the colours mean. */
  #explain(): void {
    const exhibit = this.#exhibit;
    const painted = exhibit?.painted(this.#settings.paint) ?? 'none';
    const bone = exhibit?.model.bones[this.#bone]?.name || String(this.#bone);
    const legends = {
      heat: { key: 'heatLegend', bone },
      difference: { key: 'ownDifferenceLegend' },
      none: null,
    } as const;
    this.#over.showLegend(legends[painted]);
  }

  #measure(): void {
    if (this.#saving || !this.#exhibit) return;
    this.#over.showFigures(this.#exhibit.l1, this.#exhibit.deformation());
  }

  #readings() {
    const { totalMs = 0, slices = 0, longestSliceMs = 0 } = this.#report ?? {};
    return {
      vertices: this.#exhibit?.model.vertices ?? 0,
      bones: this.#exhibit?.model.bones.length ?? 0,
      bakeMs: totalMs,
      slices,
      worstSliceMs: longestSliceMs,
    };
  }

  #expose(): Partial<Exposed> {
    const own = () => ({
      shown: (this.#exhibit?.shown ?? []).map(({ name, side }) => ({ name, meshes: side.meshes })),
      report: this.#report,
      l1: this.#exhibit?.l1 ?? null,
    });
    return {
      get own() {
        return own();
      },
    };
  }
}

export function createOwnScene(stage: Stage): DemoScene {
  return new OwnScene(stage);
}
