import {
  FogExp2,
  Scene,
  Vector3,
  type Camera,
  type InstancedMesh,
  type Skeleton,
  type WebGLRenderer,
} from 'three';
import type { Exposed } from '../../exposed';
import type { DemoScene, Framing, Stage } from '../../scene';
import { defaultSettings, type Settings } from '../../settings';
import { atOnce, unhurried, type Unhurried } from '../paintwork';
import { growBody } from './body';
import { ColliderView } from './collider_view';
import type { Solving } from './cloth_pair';
import { Comparison } from './comparison';
import { Costume, type Wear } from './costume';
import { createEnvironment } from './environment';
import { createCapeMaterial, createFlagMaterial } from './fabrics';
import { createArmour, createStandIn } from './figure';
import { createFinishMaterial } from './finishes';
import { flagSpacing, frameKnight } from './framing';
import { Hand, type Graspable } from './hand';
import { Lights } from './lights';
import { KnightControls } from './panel';
import { Play } from './play';
import { createRow, rowX, spread } from './row';
import { fogColor, Sky } from './sky';
import { boundBones } from './skeleton';
import { Sounds } from './sounds';
import { drawSplit } from './split';
import { steerByKeys } from './steering';
import { Torches } from './torches';
import { modulePitch, poleGeometry, Wall } from './wall';

const wrapLength = 400 * modulePitch; // m, 이만큼 걸으면 처음 자리로 옮긴다(단정밀도 때문).
const settleSteps = 100;
const flagCopies = 3;
const nowhere = new Vector3();

/** 기사를 둘러싼 것들. What surrounds the knight. */
interface Scenery {
  sky: Sky;
  wall: Wall;
  torches: Torches;
  poles: InstancedMesh;
}

function* buildScenery(): Unhurried<Scenery> {
  const ironwork = createFinishMaterial();
  const sky = new Sky();
  yield;
  const wall = new Wall();
  yield;
  const torches = new Torches(ironwork);
  yield;
  const poles = createRow(poleGeometry(), ironwork, flagCopies);
  yield;
  return { sky, wall, torches, poles };
}

/** 밤의 성벽을 걷는 기사. The knight on the night wall. */
class KnightScene implements DemoScene {
  readonly root = new Scene();
  readonly focus = new Vector3();
  readonly controls: KnightControls;
  readonly overlay: HTMLElement;
  readonly exposed: Partial<Exposed>;
  stepMs = 0;
  readonly #renderer: WebGLRenderer;
  readonly #showSide = (side: 'before' | 'after') => this.#costume.show(this.#wearOn(side));
  #camera: Camera | undefined;
  readonly #size = { points: 0, constraints: 0 };
  readonly #play: Play;
  readonly #bones: Skeleton;
  readonly #costume: Costume;
  readonly #hand: Hand;
  readonly #colliderView: ColliderView;
  readonly #gear = createFinishMaterial();
  readonly #scenery: Scenery;
  readonly #lights: Lights;
  readonly #sounds = new Sounds();
  readonly #furnished: Promise<void>;
  #settings: Readonly<Settings> = defaultSettings;
  #spacing = flagSpacing(1);
  #wrapped = 0;
  #shown = false;

  /** 조금씩 짓는다: 한꺼번에 하면 그동안 페이지가 멎는다. Builds it bit by bit, so that the page stays alive. */
  static async create(stage: Stage): Promise<KnightScene> {
    const scene = new KnightScene(stage, await unhurried(buildScenery()));
    await scene.#furnished;
    return scene;
  }

  private constructor(stage: Stage, scenery: Scenery) {
    this.#scenery = scenery;
    const { mangto, renderer, store, texts, reducedMotion, small, signal } = stage;
    this.#renderer = renderer;
    this.#play = new Play(mangto);
    this.#bones = boundBones(this.#play.skeleton);
    this.#play.wind.gustiness = reducedMotion ? 0.25 : 1;
    this.controls = new KnightControls(store, texts, this.#size, {
      guide: this.#play.guide,
      save: () => this.#save(),
    });
    this.overlay = new Comparison(store, texts).root;
    this.#lights = new Lights(small ? 1024 : 2048);
    const looks = { cape: createCapeMaterial(), flag: createFlagMaterial() };
    this.#costume = new Costume(this.#play, looks, flagCopies);
    this.#colliderView = new ColliderView(this.#play.colliders.data);
    this.#hand = new Hand(renderer.domElement, signal, () => this.#graspable());
    this.#build();
    this.#start(defaultSettings.walk);
    this.#furnished = unhurried(this.#furnish());
    this.exposed = this.#expose(this.#grow(stage));
    if (stage.keys) steerByKeys(stage.keys, this.#play.guide, store, () => this.#shown);
  }

  apply(settings: Readonly<Settings>): void {
    const { guide, gait, wind } = this.#play;
    const before = this.#settings;
    this.#settings = settings;
    this.#shown = true;
    guide.walking = settings.walk;
    guide.auto = settings.auto;
    gait.pace = settings.pace;
    wind.strength = settings.wind;
    wind.angle = (settings.windAngle * Math.PI) / 180;
    wind.gusts = settings.gusts;
    // 판에서 천으로 돌아올 때, 천은 그동안 지나온 곳에 남아 있다. 지금 자리에서 다시 만든다.
    if (settings.grid !== before.grid || settings.cloth !== before.cloth) this.#makeCloths();
    this.#tune();
    this.#costume.mark(settings.marks);
    this.#colliderView.group.visible = settings.bodies;
    this.#sounds.play(settings.sound);
  }

  framing(aspect: number): Framing {
    this.#spacing = flagSpacing(aspect);
    this.#placeCopies();
    return frameKnight(aspect);
  }

  step(seconds: number): void {
    const play = this.#play;
    play.walk(seconds);
    if (Math.abs(play.gait.x) > wrapLength) this.#wrap();
    this.focus.set(play.gait.x, 0, 0);
    if (!this.#settings.cloth) return;
    play.drape(seconds);
    this.stepMs = play.cloths.stepMs;
  }

  present(camera: Camera): void {
    const { gait, time, wind } = this.#play;
    const { x } = gait;
    this.#camera = camera;
    this.#hand.pull(camera);
    this.#costume.sync();
    this.#colliderView.update();
    const { sky, wall, torches, poles } = this.#scenery;
    wall.update(x);
    poles.position.x = Math.round(x / this.#spacing) * this.#spacing;
    sky.update(camera.position.x, camera.position.z, this.#wrapped + x, time);
    torches.update(x, time, wind.velocity[0], camera);
    this.#lights.update(x, time);
    this.#sounds.update(Math.hypot(...wind.velocity), gait);
  }

  draw(camera: Camera): void {
    const { split } = this.#settings;
    if (split > 0) {
      drawSplit(this.#renderer, this.root, camera, split / 100, this.#showSide);
      return;
    }
    this.#showSide('after');
    this.#renderer.render(this.root, camera);
  }

  reset(): void {
    this.#start(this.#settings.walk);
    atOnce(this.#settle());
  }

  leave(): void {
    this.#shown = false;
    this.#hand.letGo();
    this.#sounds.play(false);
  }

  #build(): void {
    this.root.environmentIntensity = 0.42;
    this.root.fog = new FogExp2(fogColor, 0.03);
    const { sky, wall, torches, poles } = this.#scenery;
    poles.add(this.#costume.flags);
    this.root.add(
      sky.group,
      ...torches.lights,
      this.#lights.group,
      this.#colliderView.group,
      // 그림자는 이 차례로 그린다: 셰이더가 같은 것끼리 잇는다.
      wall.group,
      torches.group,
      poles,
      this.#costume.capes,
      this.#play.skeleton.root,
    );
  }

  /** 오래 걸리는 것들. What takes long. */
  *#furnish(): Unhurried<void> {
    yield* this.#settle();
    this.root.environment = createEnvironment();
    yield;
    this.root.add(yield* createArmour(this.#bones, this.#gear));
  }

  /** 대역으로 시작해, 몸이 다 지어지면 바꾼다. Starts with a stand-in, until the body has grown. */
  async #grow({ mangto, prepare, redraw, signal }: Stage): Promise<void> {
    await this.#furnished;
    const standIn = await unhurried(createStandIn(this.#bones, this.#gear));
    this.root.add(standIn);
    try {
      const body = await growBody(mangto, this.#bones, this.#gear, signal);
      await prepare(body, this.root);
      signal.throwIfAborted();
      this.root.add(body);
    } catch (error) {
      if (signal.aborted) return;
      // 몸을 짓지 못하면 대역이 그대로 남는다.
      console.warn(error);
      return;
    }
    standIn.removeFromParent();
    standIn.geometry.dispose();
    redraw();
  }

  #expose(ready: Promise<void>): Partial<Exposed> {
    const play = this.#play;
    const costume = this.#costume;
    return {
      ready,
      get cloths() {
        const { cape, flag } = play.cloths;
        return [
          { name: 'cape' as const, cloth: cape, geometry: costume.cloth.cape.geometry },
          { name: 'flag' as const, cloth: flag, geometry: costume.cloth.flag.geometry },
        ];
      },
      get capsules() {
        return play.colliders.data;
      },
      get walker() {
        const { x, z, yaw, speed } = play.gait;
        const forward = [Math.cos(yaw), 0, -Math.sin(yaw)] as const;
        return { position: [x, 0, z] as const, speed, forward };
      },
    };
  }

  #start(walking: boolean): void {
    this.#wrapped = 0;
    this.#play.place(walking);
    this.#makeCloths();
    this.#tune();
  }

  /** 첫 그림부터 천이 걸려 있도록 보이지 않게 조금 돌려 둔다. Lets the cloths hang before they are seen. */
  *#settle(): Unhurried<void> {
    for (let k = 0; k < settleSteps; k += 1) {
      this.step(1 / 60);
      yield;
    }
  }

  #makeCloths(): void {
    this.#hand.letGo();
    this.#play.makeCloths(this.#settings.grid);
    this.#costume.dress(this.#settings.grid);
    this.#placeCopies();
  }

  #tune(): void {
    const { split, compare, cloth } = this.#settings;
    const play = this.#play;
    play.cloths.tune(this.#settings);
    const had = play.rival;
    play.compare(split > 0 && cloth ? this.#rivalSolving(compare) : null);
    if (play.rival !== had) this.#costume.dressRival();
    this.#placeCopies();
    const { cape, flag } = play.cloths;
    this.#size.points = cape.stats.points + flag.stats.points;
    this.#size.constraints = cape.stats.constraints + flag.stats.constraints;
    if (!cloth) this.stepMs = 0;
  }

  #wearOn(side: 'before' | 'after'): Wear {
    const { cloth, compare } = this.#settings;
    if (!cloth) return 'plate';
    if (side === 'after') return 'cloth';
    return compare === 'plate' ? 'plate' : 'rival';
  }

  /** 지금 보이는 그림을 파일로. Saves the picture as it is seen. */
  #save(): void {
    if (!this.#camera) return;
    // 그린 것은 이 차례가 끝나면 지워지므로 바로 앞에서 다시 그린다.
    this.draw(this.#camera);
    this.#renderer.domElement.toBlob((blob) => {
      if (!blob) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = 'mangto-knight.png';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  /** 견줄 천을 푸는 법. 판과 견줄 때는 천이 더 필요하지 않다. */
  #rivalSolving(compare: Settings['compare']): Solving | null {
    if (compare === 'structural') {
      return { ...this.#settings, structural: true, shear: false, bend: false };
    }
    if (compare === 'solver') {
      const solver = this.#settings.solver === 'classic' ? 'substeps' : 'classic';
      return { ...this.#settings, solver };
    }
    return null;
  }

  /** 깃대, 깃발, 판을 같은 간격으로 늘어놓는다. */
  #placeCopies(): void {
    spread(this.#scenery.poles, this.#spacing);
    this.#costume.place(this.#spacing);
  }

  #graspable(): readonly Graspable[] {
    if (!this.#settings.cloth) return [];
    const { cape, flag } = this.#play.cloths;
    const flags = Array.from({ length: flagCopies }, (_, k) => {
      const x = this.#scenery.poles.position.x + rowX(k, flagCopies, this.#spacing);
      return { cloth: flag, offset: new Vector3(x, 0, 0) };
    });
    return [{ cloth: cape, offset: nowhere }, ...flags];
  }

  #wrap(): void {
    const whole = Math.sign(this.#play.gait.x) * wrapLength;
    this.#play.shift(-whole);
    this.#wrapped += whole;
  }
}

export function createKnightScene(stage: Stage): Promise<DemoScene> {
  return KnightScene.create(stage);
}
