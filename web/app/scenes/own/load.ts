import type { AnimationClip, Group } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
// 풀어 주는 파일들도 이 페이지의 자리에서 온다.
import dracoWasm from 'three/addons/libs/draco/draco_decoder.wasm?url';
import dracoJs from 'three/addons/libs/draco/draco_wasm_wrapper.js?url';
import { inspect, inspectSize } from './inspect';
import { Refusal } from './refusal';

/** 파일 하나에서 읽은 것. What one file holds. */
export interface Loaded {
  readonly scene: Group;
  readonly animations: readonly AnimationClip[];
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
    const { scene, animations } = await loader.parseAsync(buffer, '');
    return { scene, animations };
  } catch (error) {
    throw new Refusal('ownBroken', error instanceof Error ? error.message : String(error));
  } finally {
    draco.dispose();
  }
}
