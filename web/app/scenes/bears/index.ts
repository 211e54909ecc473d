import { Color, Scene, Vector3, type Camera, type Ray } from 'three';
import { heatColors, type HeatColors } from 'mangto/three';
import type { Exposed } from '../../exposed';
import type { DemoScene, Framing, Stage } from '../../scene';
import { defaultSettings, type Settings } from '../../settings';
import type { SettingsStore } from '../../store';
import { Bear } from './bear';
import { boneIndex } from './bones';
import { createClayMaterial } from './clay_material';
import { createClayTexture, markClay } from './clay_texture';
import { frameBears, layoutOf, looks, type Layout } from './framing';
import { sites, type SiteName } from './joint';
import { Kiln } from './kiln';
import { BearsOverlay } from './overlay';
import { BearsControls } from './panel';
import { pickBone } from './pick';
import { applyPose, loopSeconds } from './poses';
import { createHoneyPot } from './props';
import { ContactShadow, createStand, createStudio } from './studio';

const sides = [-1, 1] as const;
const yaw = -0.5; // 왼팔과 왼무릎이 보이도록 비스듬히 선다.
const siteNames = Object.keys(sites) as SiteName[];

/** 저절로 돌 때 보이는 뼈들의 차례. The bones shown in turn. */
const round = ['foreArmL', 'upperArmL', 'shinL', 'thighL', 'chest', 'head'].map(boneIndex);
const roundSeconds = 4;

// 재는 일을 여러 프레임에 나눈다.
const framesPerMeasure = 5;
const leap = 0.2; // s
const markingMs = 2;

/** 같은 동작을 하는 찰흙 곰 두 마리. Two clay bears that make the same movement. */
class BearsScene implements DemoScene {
  readonly root = new Scene();
  readonly focus = new Vector3();
  readonly stepMs = 0;
  readonly controls: BearsControls;
  readonly overlay: HTMLElement;
  readonly exposed: Partial<Exposed>;
  readonly #store: SettingsStore;
  readonly #reframe: () => void;
  readonly #reducedMotion: boolean;
  readonly #bears: readonly Bear[];
  readonly #kiln: Kiln;
  readonly #labels: BearsOverlay;
  readonly #shadows: { bone: number; bear: Bear; shadow: ContactShadow }[] = [];
  readonly #marks: Generator<void>;
  #heat: HeatColors | undefined;
  #painted = 0;
  #settings: Readonly<Settings> = defaultSettings;
  #time = 0;
  #layout: Layout = 'wide';
  #frames = 0;
  #seenTime = 0;
  #stale = true;

  constructor({ mangto, store, texts, redraw, reframe, reducedMotion, small }: Stage) {
    this.#store = store;
    this.#reframe = reframe;
    this.#reducedMotion = reducedMotion;
    const texture = createClayTexture();
    this.#marks = markClay(texture);
    this.#bears = sides.map(() => new Bear(createClayMaterial(texture, { vertexColors: true })));
    this.#labels = new BearsOverlay(texts);
    this.#kiln = new Kiln(mangto, this.#bears, {
      progressed: (progress) => this.#labels.showProgress(progress),
      failed: () => this.#labels.showFailure(),
      changed: () => {
        this.#stale = true;
        redraw();
      },
    });
    this.controls = new BearsControls(store, texts, this.#kiln, () => this.#moment);
    this.overlay = this.#labels.root;
    this.exposed = this.#expose();
    this.root.background = new Color('#e3ab80');
    this.root.add(createStudio(small ? 1024 : 2048), createHoneyPot(texture));
    for (const bear of this.#bears) this.#furnish(bear);
    this.#pose();
  }

  apply(settings: Readonly<Settings>): void {
    const before = this.#settings;
    this.#settings = settings;
    if (settings.pose !== before.pose) {
      this.#time = 0;
      this.#reframe();
    }
    // 멈춘 순간에서 이어 움직인다.
    if (settings.play && !before.play) this.#time += before.hold - (this.#time % loopSeconds);
    this.#labels.cards[0]!.name(settings.left);
    this.#labels.cards[1]!.name(settings.right);
    this.#labels.showNote(this.#isWrung);
    this.#kiln.fire(settings);
    this.#blend();
    this.#pose();
    this.#paint();
    this.#stale = true;
  }

  framing(aspect: number, height: number): Framing {
    this.#layout = layoutOf(aspect, height);
    this.#bears.forEach(({ place }, k) => {
      place.position.x = sides[k]! * looks[this.#layout].spacing;
    });
    this.#pose();
    return frameBears(aspect, height, this.#layout, this.#isWrung);
  }

  step(seconds: number): void {
    this.#time += seconds;
    this.#pose();
  }

  present(camera: Camera): void {
    this.#paint();
    const shown = this.#bears.map(({ group }) => group.visible);
    const at = this.#bears.map(({ place }) => place.position);
    this.#labels.place(camera, at, shown, this.#layout);
    this.#measure();
    this.#mark();
  }

  /** 누른 자리의 뼈를 고른다. Picks the bone under the finger. */
  tap(ray: Ray): void {
    const hits = this.#bears
      .filter(({ group }) => group.visible)
      .map((bear) => pickBone(bear, ray))
      .filter((hit) => hit !== undefined)
      .sort((a, b) => a.distance - b.distance);
    if (hits[0]) this.#store.set({ heat: true, bone: hits[0].bone });
  }

  reset(): void {
    this.#time = 0;
    this.#pose();
  }

  leave(): void {
    this.#kiln.stop();
  }

  get #moment(): number {
    return this.#settings.play ? this.#time % loopSeconds : this.#settings.hold;
  }

  /** 팔을 벌려 비트는 자세인가. Whether the pose spreads the arms and twists them. */
  get #isWrung(): boolean {
    return this.#settings.pose === 'wring';
  }

  /** 색으로 보이는 뼈. The bone that is shown in colours. */
  get #shownBone(): number {
    const { bone } = this.#settings;
    if (bone > 0) return bone;
    const turn = this.#reducedMotion ? 0 : Math.floor(this.#time / roundSeconds);
    return round[turn % round.length]!;
  }

  #furnish(bear: Bear): void {
    bear.group.rotation.y = yaw;
    bear.place.add(createStand());
    this.root.add(bear.place);
    for (const name of ['footL', 'footR']) {
      const shadow = new ContactShadow(0.4, 0.56);
      this.#shadows.push({ bone: boneIndex(name), bear, shadow });
      bear.group.add(shadow.mesh);
    }
  }

  #pose(): void {
    const { pose, strength } = this.#settings;
    for (const { bones } of this.#bears) applyPose(bones, pose, this.#moment, strength);
    for (const { bone, bear, shadow } of this.#shadows) {
      const { x, y, z } = bear.group.worldToLocal(bear.jointAt(bone));
      shadow.place(x, z + 0.07, y - 0.1);
    }
  }

  #blend(): void {
    const dual = [this.#settings.left, this.#settings.right].map((mode) => mode === 'dual');
    if (this.#bears.every(({ skin }, k) => skin.dual === dual[k])) return;
    // 색은 맨 위에 덧댄다: 걷어 냈다가 다시 칠한다.
    this.#scrape();
    this.#bears.forEach((bear, k) => bear.blend(dual[k]!));
  }

  #scrape(): void {
    this.#heat?.dispose();
    this.#heat = undefined;
    this.#painted = 0;
  }

  #paint(): void {
    const { heat, bones } = this.#settings;
    const baked = this.#bears.filter(({ group }) => group.visible);
    // 먼저 구워진 곰만 칠해 두었으면 둘을 다시 칠한다.
    if (!heat || this.#painted !== baked.length) this.#scrape();
    if (heat && !this.#heat && baked.length > 0) {
      this.#heat = heatColors(baked.map(({ mesh }) => mesh));
      this.#painted = baked.length;
    }
    const bone = this.#shownBone;
    if (this.#heat) this.#heat.bone = bone;
    this.#labels.showHeat(this.#heat ? bone : 0);
    for (const { shapes } of this.#bears) shapes.show(bones, heat ? bone : 0);
  }

  /** 자국을 프레임마다 조금씩 낸다. Marks the clay a little each frame. */
  #mark(): void {
    const end = performance.now() + markingMs;
    while (performance.now() < end && !this.#marks.next().done);
  }

  /** 바뀌었거나 시간이 뛰었으면 모두, 아니면 몇 프레임마다 하나씩 잰다. Measures everything after a change or a leap in time, else one joint every few frames. */
  #measure(): void {
    this.#frames += 1;
    if (this.#time > this.#seenTime + leap) this.#stale = true;
    this.#seenTime = this.#time;
    const turn = this.#frames / framesPerMeasure;
    const jobs = this.#bears.flatMap((_, k) => siteNames.map((site) => ({ k, site })));
    jobs.forEach(({ k, site }, job) => {
      if (this.#stale || turn % jobs.length === job) this.#measureOne(k, site);
    });
    this.#stale = false;
  }

  #measureOne(k: number, site: SiteName): void {
    const bear = this.#bears[k]!;
    if (!bear.group.visible) return;
    const joint = this.#kiln.joints.get(site)!;
    bear.skin.read();
    bear.skin.place(bear.mesh.geometry, joint.vertices, joint.points);
    const { x, y, z } = bear.jointAt(joint.bone);
    this.#labels.cards[k]!.write(site, joint.measure([x, y, z]));
  }

  #expose(): Partial<Exposed> {
    const bears = this.#bears;
    const kiln = this.#kiln;
    return {
      get bears() {
        return {
          meshes: bears.map(({ mesh }) => mesh),
          ready: kiln.done,
          reports: [...kiln.reports],
        };
      },
    };
  }
}

export function createBearsScene(stage: Stage): DemoScene {
  return new BearsScene(stage);
}
