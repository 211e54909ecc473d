import { FogExp2, Group, Scene, Vector3, type Camera, type Mesh } from 'three';
import type { Exposed } from '../../exposed';
import type { DemoScene, Framing, Stage } from '../../scene';
import { defaultSettings, type Settings } from '../../settings';
import { CapeRig } from './cape';
import { ClothPiece } from './cloth_piece';
import { Colliders } from './colliders';
import { createEnvironment } from './environment';
import { createCapeMaterial, createFlagMaterial } from './fabrics';
import { dressFigure } from './figure';
import { flagPlan } from './flag';
import { flagSpacing, frameKnight } from './framing';
import { Gait } from './gait';
import { Lights } from './lights';
import { createPlate } from './plate';
import { KnightControls } from './panel';
import { applyPose } from './pose';
import { createSkeleton } from './skeleton';
import { fogColor, Sky } from './sky';
import { Torches } from './torches';
import { createPole, createWall, modulePitch } from './wall';
import { Wind } from './wind';

const pathZ = 0.25; // m, 걷는 길
const wrapLength = 400 * modulePitch; // m, 이만큼 걸으면 처음 자리로 옮긴다(단정밀도 때문).
const settleSteps = 100;
const flagCopies = 3;

/** 밤의 성벽을 걷는 기사. The knight on the night wall. */
class KnightScene implements DemoScene {
  readonly root = new Scene();
  readonly focus = new Vector3();
  readonly controls: KnightControls;
  readonly exposed: Partial<Exposed>;
  stepMs = 0;
  readonly #size = { points: 0, constraints: 0 };
  readonly #gait = new Gait();
  readonly #colliders: Colliders;
  readonly #skeleton = createSkeleton();
  readonly #capeRig: CapeRig;
  readonly #cape: ClothPiece;
  readonly #flag: ClothPiece;
  readonly #wind = new Wind();
  readonly #sky = new Sky();
  readonly #torches = new Torches();
  readonly #lights: Lights;
  readonly #wall = createWall();
  readonly #poles = new Group();
  #plates: Mesh[] = [];
  #settings: Readonly<Settings> = defaultSettings;
  #spacing = flagSpacing(1);
  #time = 0;
  #wrapped = 0;

  constructor({ mangto, renderer, store, texts, reducedMotion, small }: Stage) {
    this.controls = new KnightControls(store, texts, this.#size);
    this.#wind.gustiness = reducedMotion ? 0.25 : 1;
    this.#lights = new Lights(small ? 1024 : 2048);
    this.#colliders = new Colliders(this.#skeleton);
    this.#capeRig = new CapeRig(this.#skeleton);
    this.#cape = new ClothPiece(mangto, createCapeMaterial(), { windStrength: 2, drag: 0.25 });
    const flagTuning = { windStrength: 6, drag: 0.5, floor: null };
    this.#flag = new ClothPiece(mangto, createFlagMaterial(), flagTuning, flagCopies);
    this.exposed = this.#expose();
    dressFigure(this.#skeleton);
    this.root.environment = createEnvironment(renderer);
    this.root.environmentIntensity = 0.55;
    this.root.fog = new FogExp2(fogColor, 0.028);
    this.#poles.add(this.#flag.group);
    for (let k = 0; k < flagCopies; k += 1) this.#poles.add(createPole());
    this.root.add(
      this.#sky.group,
      this.#wall,
      this.#poles,
      this.#torches.group,
      ...this.#torches.lights,
      this.#lights.group,
      this.#skeleton.root,
      this.#cape.group,
    );
    this.#start(defaultSettings.walk);
  }

  apply(settings: Readonly<Settings>): void {
    const before = this.#settings;
    this.#settings = settings;
    this.#gait.walking = settings.walk;
    this.#wind.strength = settings.wind;
    this.#wind.angle = (settings.windAngle * Math.PI) / 180;
    // 판에서 천으로 돌아올 때, 천은 그동안 지나온 곳에 남아 있다. 지금 자리에서 다시 만든다.
    if (settings.grid !== before.grid || settings.cloth !== before.cloth) this.#makeCloths();
    this.#tune();
  }

  framing(aspect: number): Framing {
    this.#spacing = flagSpacing(aspect);
    this.#placeCopies();
    return frameKnight(aspect);
  }

  step(seconds: number): void {
    this.#time += seconds;
    this.#wind.update(this.#time);
    this.#gait.step(seconds);
    this.#pose();
    if (this.#gait.x > wrapLength) this.#wrap();
    if (this.#settings.cloth) this.#stepCloths(seconds);
  }

  present(camera: Camera): void {
    const { x } = this.#gait;
    this.#cape.geometry.sync();
    this.#flag.geometry.sync();
    this.#wall.position.x = Math.round(x / modulePitch) * modulePitch;
    this.#poles.position.x = Math.round(x / this.#spacing) * this.#spacing;
    this.#sky.update(camera.position.x, camera.position.z, this.#wrapped + x);
    this.#torches.update(x, this.#time, this.#wind.velocity[0], camera);
    this.#lights.update(x, this.#time);
  }

  reset(): void {
    this.#start(this.#settings.walk);
  }

  #expose(): Partial<Exposed> {
    const cape = this.#cape;
    const flag = this.#flag;
    const gait = this.#gait;
    const colliders = this.#colliders;
    return {
      get cloths() {
        return [
          { name: 'cape' as const, cloth: cape.cloth, geometry: cape.geometry },
          { name: 'flag' as const, cloth: flag.cloth, geometry: flag.geometry },
        ];
      },
      get capsules() {
        return colliders.data;
      },
      get walker() {
        const { x, speed } = gait;
        return { position: [x, 0, pathZ] as const, speed, forward: [1, 0, 0] as const };
      },
    };
  }

  #start(walking: boolean): void {
    this.#time = 0;
    this.#wrapped = 0;
    this.#gait.reset(walking);
    this.#pose();
    this.#makeCloths();
    // 첫 그림부터 천이 걸려 있도록 보이지 않게 조금 돌려 둔다.
    for (let k = 0; k < settleSteps; k += 1) this.step(1 / 60);
  }

  #pose(): void {
    applyPose(this.#skeleton, this.#gait, pathZ, this.#time);
    this.focus.set(this.#gait.x, 0, 0);
    this.#colliders.update();
  }

  #stepCloths(seconds: number): void {
    const cape = this.#cape.cloth;
    const flag = this.#flag.cloth;
    this.#capeRig.writeTargets(cape.pinTargets);
    cape.setCapsules(this.#colliders.data);
    cape.wind = this.#wind.sheltered;
    flag.wind = this.#wind.velocity;
    cape.update(seconds);
    flag.update(seconds);
    this.stepMs = cape.stats.stepMs + flag.stats.stepMs;
  }

  #makeCloths(): void {
    for (const plate of this.#plates) {
      plate.removeFromParent();
      plate.geometry.dispose();
    }
    const cape = this.#capeRig.plan(this.#settings.grid);
    const flag = flagPlan(this.#settings.grid);
    this.#cape.make(cape);
    this.#flag.make(flag);
    this.#tune();

    const capePlate = createPlate(cape, this.#cape.material);
    capePlate.geometry.applyMatrix4(this.#skeleton.chest.matrixWorld.clone().invert());
    this.#skeleton.chest.add(capePlate);
    this.#plates = [capePlate];
    for (let k = 0; k < flagCopies; k += 1) {
      const plate = createPlate(flag, this.#flag.material);
      this.#poles.add(plate);
      this.#plates.push(plate);
    }
    this.#placeCopies();
    this.#showCloth(this.#settings.cloth);
  }

  #tune(): void {
    const { iterations, structural, shear, bend, cloth } = this.#settings;
    const stiffness = {
      structural: structural ? 1 : 0,
      shear: shear ? 0.6 : 0,
      bend: bend ? 0.25 : 0,
    };
    this.#size.points = 0;
    this.#size.constraints = 0;
    for (const piece of [this.#cape, this.#flag]) {
      piece.cloth.iterations = iterations;
      piece.cloth.stiffness = stiffness;
      const { points, constraints } = piece.cloth.stats;
      this.#size.points += points;
      this.#size.constraints += constraints;
    }
    if (!cloth) this.stepMs = 0;
  }

  #showCloth(shown: boolean): void {
    this.#cape.group.visible = shown;
    this.#flag.group.visible = shown;
    for (const plate of this.#plates) plate.visible = !shown;
  }

  /** 깃대, 깃발, 판을 같은 간격으로 늘어놓는다. */
  #placeCopies(): void {
    const poles = this.#poles.children.filter((child) => child instanceof Group).slice(1);
    for (let k = 0; k < flagCopies; k += 1) {
      const x = (k - 1) * this.#spacing;
      for (const copy of [poles[k], this.#flag.meshes[k], this.#plates[k + 1]]) {
        if (copy) copy.position.x = x;
      }
    }
  }

  #wrap(): void {
    this.#gait.shift(-wrapLength);
    this.#wrapped += wrapLength;
    this.#pose();
    this.#makeCloths();
  }
}

export function createKnightScene(stage: Stage): DemoScene {
  return new KnightScene(stage);
}
