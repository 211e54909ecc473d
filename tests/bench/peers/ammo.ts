// npm의 ammojs-typed: 같은 링크를 가진 btSoftBody. 바람과 바닥은 없으니 우리보다 적은 일을 한다.
import Ammo from 'ammojs-typed/wasm';
import { gridTriangles, type Kind } from '../../reference/grid';
import type { Contender } from '../harness';
import { isPinned, sheetPositions, type Scene } from '../scenes';
import { GRAVITY, ITERATIONS, links, LOST_VELOCITY, STIFFNESS, TIME_STEP, uprights } from './links';

type Module = typeof Ammo;
type SoftBody = InstanceType<Module['btSoftBody']>;

// 세 이름은 Bullet의 것이다.
const CLOTH_GROUP = 1;
const BODY_GROUP = 2;
const DISABLE_DEACTIVATION = 4;

/** 만든 차례를 적어 두었다가 거꾸로 놓는다. */
class Owner {
  private readonly made: unknown[] = [];

  constructor(private readonly ammo: Module) {}

  own<T>(object: T): T {
    this.made.push(object);
    return object;
  }

  dispose(): void {
    for (const object of this.made.reverse()) this.ammo.destroy(object);
    this.made.length = 0;
  }
}

function createWorld(ammo: Module, owner: Owner) {
  const configuration = owner.own(new ammo.btSoftBodyRigidBodyCollisionConfiguration());
  const dispatcher = owner.own(new ammo.btCollisionDispatcher(configuration));
  const broadPhase = owner.own(new ammo.btDbvtBroadphase());
  const solver = owner.own(new ammo.btSequentialImpulseConstraintSolver());
  const softSolver = owner.own(new ammo.btDefaultSoftBodySolver());
  const world = owner.own(
    new ammo.btSoftRigidDynamicsWorld(dispatcher, broadPhase, solver, configuration, softSolver),
  );
  const gravity = owner.own(new ammo.btVector3(0, GRAVITY, 0));
  world.setGravity(gravity);
  world.getWorldInfo().set_m_gravity(gravity);
  return world;
}

type World = ReturnType<typeof createWorld>;

/**
 * Bullet은 한 번에 kLST · (L² − l²) / (L² + l²) · l, 곧 작은 어긋남에서는 kLST · (L − l)만큼 되돌린다.
 * 그래서 kLST는 우리 세기와 같은 수이다.
 */
function createCloth(ammo: Module, world: World, { sheet }: Scene): SoftBody {
  const place = new ammo.btVector3(0, 0, 0);
  const cloth = new ammo.btSoftBody(world.getWorldInfo(), 0, place, []);
  const positions = sheetPositions(sheet);
  for (let k = 0; k < positions.length / 3; k++) {
    place.setValue(positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!);
    cloth.appendNode(place, isPinned(sheet, k) ? 0 : 1);
  }
  ammo.destroy(place);
  const material = (kind: Kind) => {
    const made = cloth.appendMaterial();
    made.set_m_kLST(STIFFNESS[kind]);
    return made;
  };
  const materials = {
    structural: material('structural'),
    shear: material('shear'),
    bend: material('bend'),
  };
  for (const { a, b, kind } of links(sheet)) cloth.appendLink(a, b, materials[kind], false);
  const triangles = gridTriangles(sheet.columns, sheet.rows);
  for (let n = 0; n < triangles.length; n += 3) {
    const [a, b, c] = [triangles[n]!, triangles[n + 1]!, triangles[n + 2]!];
    cloth.appendFace(a, b, c, materials.structural);
  }
  const settings = cloth.get_m_cfg();
  settings.set_piterations(ITERATIONS);
  settings.set_viterations(0);
  settings.set_kDP(LOST_VELOCITY);
  cloth.getCollisionShape().setMargin(0.001);
  cloth.setActivationState(DISABLE_DEACTIVATION);
  world.addSoftBody(cloth, CLOTH_GROUP, BODY_GROUP);
  return cloth;
}

function addCapsules(ammo: Module, owner: Owner, world: World, { capsules }: Scene) {
  return uprights(capsules).map(({ x, y, z, halfHeight, radius }) => {
    const shape = owner.own(new ammo.btCapsuleShape(radius, 2 * halfHeight));
    const place = new ammo.btVector3(x, y, z);
    const transform = new ammo.btTransform();
    transform.setIdentity();
    transform.setOrigin(place);
    const motion = owner.own(new ammo.btDefaultMotionState(transform));
    const settings = new ammo.btRigidBodyConstructionInfo(0, motion, shape);
    const body = owner.own(new ammo.btRigidBody(settings));
    world.addRigidBody(body, BODY_GROUP, CLOTH_GROUP);
    for (const made of [settings, transform, place]) ammo.destroy(made);
    return body;
  });
}

export async function ammoContender(scenes: Scene[], wasmBinary: Uint8Array): Promise<Contender> {
  // 껍데기는 `this`에 자기를 적는데, 묶은 모듈 안에서는 그것이 undefined다.
  const ammo = (await Ammo.call({}, { wasmBinary })) as Module;
  const owner = new Owner(ammo);
  const world = createWorld(ammo, owner);
  const cloths = scenes.map((scene) => createCloth(ammo, world, scene));
  const bodies = scenes.flatMap((scene) => addCapsules(ammo, owner, world, scene));
  return {
    name: 'ammo.js soft body (npm ammojs-typed)',
    pace: 1.5,
    step: () => world.stepSimulation(TIME_STEP, 0),
    drive: () => {},
    positions: () =>
      cloths.flatMap((cloth) => {
        const nodes = cloth.get_m_nodes();
        return Array.from({ length: nodes.size() }, (_, k) => {
          const place = nodes.at(k).get_m_x();
          return [place.x(), place.y(), place.z()];
        }).flat();
      }),
    dispose: () => {
      for (const cloth of cloths) {
        world.removeSoftBody(cloth);
        ammo.destroy(cloth);
      }
      for (const body of bodies) world.removeRigidBody(body);
      owner.dispose();
    },
  };
}
