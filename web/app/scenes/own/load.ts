import type { AnimationClip, Group } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
// 풀어 주는 파일들도 이 페이지의 자리에서 온다.
import dracoWasm from 'three/addons/libs/draco/draco_decoder.wasm?url';
import dracoJs from 'three/addons/libs/draco/draco_wasm_wrapper.js?url';
import { inspect, inspectSize } from './inspect';
import { hasBones, hasMesh } from './model';
import { Refusal } from './refusal';

/** 파일 하나에서 읽은 것. What one file holds. */
export interface Loaded {
  readonly scene: Group;
  readonly animations: readonly AnimationClip[];
}

/** 처음 보일 장면이 없거나 비었으면 다른 장면을 연다. Takes another scene where the default one is missing or empty. */
function filledOf({ scene, scenes, animations }: GLTF): Loaded {
  const loaded = [scene, ...scenes]
    .filter((one: Group | undefined) => one !== undefined)
    .map((one) => ({ scene: one, animations }));
  const filled = loaded.find((one) => hasMesh(one) || hasBones(one));
  if (!filled) throw new Refusal('ownNoMesh');
  return filled;
}

/** GLB나, 모든 것이 든 glTF 하나를 읽는다. 아무것도 이 기계를 떠나지 않는다. Reads a GLB, or a glTF that holds all it needs. */
export async function loadModel(file: File): Promise<Loaded> {
  inspectSize(file.size);
  const buffer = await file.arrayBuffer().catch(() => {
    throw new Refusal('ownBroken');
  });
  inspect(buffer);
  const draco = new DRACOLoader().setWorkerLimit(1);
  draco.setDecoderPath({ js: dracoJs, wasm: dracoWasm });
  const loader = new GLTFLoader().setDRACOLoader(draco).setMeshoptDecoder(MeshoptDecoder);
  try {
    return filledOf(await loader.parseAsync(buffer, ''));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('ownBroken', error instanceof Error ? error.message : String(error));
  } finally {
    draco.dispose();
  }
}
