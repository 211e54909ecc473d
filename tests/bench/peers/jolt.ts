// npm의 jolt-physics: 같은 거리 제약을 가진 soft body. 바람, 법선, 바닥은 없으니 우리보다 적은 일을 한다.
import initJolt from 'jolt-physics';
import { gridTriangles } from '../../reference/grid';
import type { Contender } from '../harness';
import { isPinned, sheetPositions, type Scene } from '../scenes';
import {
  GRAVITY,
  ITERATIONS,
  links,
  LOST_VELOCITY,
  STIFFNESS,
  TIME_STEP,
  uprights,
  type Link,
} from './links';

type Module = Awaited<ReturnType<typeof initJolt>> & typeof initJolt;
type World = InstanceType<Module['JoltInterface']>;
type Id = InstanceType<Module['BodyID']>;

const BODY_LAYER = 0;
const CLOTH_LAYER = 1;

/**
 * Jolt(XPBD)는 한 반복을 길이 h = TIME_STEP / ITERATIONS인 작은 스텝으로 삼고, 어긋난 길이의
 * W / (W + c / h²)만큼을 되돌린다(W: 역질량의 합, c: compliance). 우리는 k만큼을 되돌리므로
 * k = W / (W + c / h²), 곧 c = W · h² · (1 − k) / k.
 */
function compliance({ kind, inverseMass }: Link): number {
  const h = TIME_STEP / ITERATIONS;
  const k = STIFFNESS[kind];
  return (inverseMass * h * h * (1 - k)) / k;
}

function createWorld(jolt: Module): World {
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(BODY_LAYER, CLOTH_LAYER);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [BODY_LAYER, CLOTH_LAYER]) {
    const broadPhase = new jolt.BroadPhaseLayer(layer);
    layers.MapObjectToBroadPhaseLayer(layer, broadPhase);
    jolt.destroy(broadPhase);
  }
  // 세 표는 이제 세계의 것이다: 세계와 함께 사라진다.
  const settings = new jolt.JoltSettings();
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    2,
    pairs,
    2,
  );
  const world = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  const gravity = new jolt.Vec3(0, GRAVITY, 0);
  world.GetPhysicsSystem().SetGravity(gravity);
  jolt.destroy(gravity);
  return world;
}

function sharedSettings(jolt: Module, { sheet }: Scene) {
  const shared = new jolt.SoftBodySharedSettings();
  const positions = sheetPositions(sheet);
  const vertex = new jolt.SoftBodySharedSettingsVertex();
  for (let k = 0; k < positions.length / 3; k++) {
    const place = vertex.mPosition;
    place.x = positions[3 * k]!;
    place.y = positions[3 * k + 1]!;
    place.z = positions[3 * k + 2]!;
    vertex.mInvMass = isPinned(sheet, k) ? 0 : 1;
    shared.mVertices.push_back(vertex);
  }
  jolt.destroy(vertex);
  const triangles = gridTriangles(sheet.columns, sheet.rows);
  for (let n = 0; n < triangles.length; n += 3) {
    const face = new jolt.SoftBodySharedSettingsFace(
      triangles[n]!,
      triangles[n + 1]!,
      triangles[n + 2]!,
      0,
    );
    shared.AddFace(face);
    jolt.destroy(face);
  }
  for (const link of links(sheet)) {
    const edge = new jolt.SoftBodySharedSettingsEdge(link.a, link.b, compliance(link));
    shared.mEdgeConstraints.push_back(edge);
    jolt.destroy(edge);
  }
  shared.CalculateEdgeLengths();
  shared.Optimize();
  return shared;
}

function addCloth(jolt: Module, world: World, scene: Scene) {
  const shared = sharedSettings(jolt, scene);
  const edges = shared.mEdgeConstraints.size();
  const origin = new jolt.RVec3(0, 0, 0);
  const upright = new jolt.Quat(0, 0, 0, 1);
  const creation = new jolt.SoftBodyCreationSettings(shared, origin, upright, CLOTH_LAYER);
  creation.mNumIterations = ITERATIONS;
  creation.mLinearDamping = LOST_VELOCITY / TIME_STEP;
  creation.mAllowSleeping = false;
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  const body = bodies.CreateSoftBody(creation);
  bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
  for (const made of [creation, origin, upright]) jolt.destroy(made);
  return { body, edges };
}

function addCapsules(jolt: Module, world: World, { capsules }: Scene): Id[] {
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  return uprights(capsules).map(({ x, y, z, halfHeight, radius }) => {
    const shape = new jolt.CapsuleShape(halfHeight, radius);
    const place = new jolt.RVec3(x, y, z);
    const upright = new jolt.Quat(0, 0, 0, 1);
    const { EMotionType_Static: still } = jolt;
    const settings = new jolt.BodyCreationSettings(shape, place, upright, still, BODY_LAYER);
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), jolt.EActivation_DontActivate);
    for (const made of [settings, place, upright]) jolt.destroy(made);
    return body.GetID();
  });
}

export async function joltContender(scenes: Scene[], constraints: number): Promise<Contender> {
  const jolt = (await initJolt()) as Module;
  const world = createWorld(jolt);
  const cloths = scenes.map((scene) => addCloth(jolt, world, scene));
  const ids = scenes.flatMap((scene) => addCapsules(jolt, world, scene));
  const edges = cloths.reduce((sum, cloth) => sum + cloth.edges, 0);
  if (edges !== constraints) throw new Error(`Jolt has ${edges} edges, not ${constraints}`);
  return {
    name: 'Jolt soft body (npm jolt-physics)',
    pace: 1.5,
    step: () => world.Step(TIME_STEP, 1),
    drive: () => {},
    positions: () =>
      cloths.flatMap(({ body }) => {
        const motion = jolt.castObject(body.GetMotionProperties(), jolt.SoftBodyMotionProperties);
        const vertices = motion.GetVertices();
        return Array.from({ length: vertices.size() }, (_, k) => {
          const place = vertices.at(k).mPosition;
          return [place.GetX(), place.GetY(), place.GetZ()];
        }).flat();
      }),
    dispose: () => {
      const bodies = world.GetPhysicsSystem().GetBodyInterface();
      for (const id of [...cloths.map(({ body }) => body.GetID()), ...ids]) {
        bodies.RemoveBody(id);
        bodies.DestroyBody(id);
      }
      jolt.destroy(world);
    },
  };
}
