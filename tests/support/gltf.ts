// Node에서 GLB를 쓰고 검사하기.
import { createRequire } from 'node:module';

interface Message {
  readonly code: string;
  readonly severity: number;
  readonly message: string;
  readonly pointer?: string;
}

interface Validator {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { messages: readonly Message[] } }>;
}

const validator = createRequire(import.meta.url)('gltf-validator') as Validator;
const kError = 0;

/** Khronos 검사기가 찾은 오류들. */
export async function errorsOf(glb: ArrayBuffer): Promise<string[]> {
  const { issues } = await validator.validateBytes(new Uint8Array(glb));
  return issues.messages
    .filter(({ severity }) => severity === kError)
    .map(({ code, message, pointer }) => `${code} ${pointer}: ${message}`);
}

/** three의 GLTFExporter가 쓰는, 브라우저의 것을 흉내 낸다. */
export class FileReaderInNode {
  result: ArrayBuffer | null = null;
  onloadend: (() => void) | null = null;

  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => {
      this.result = buffer;
      this.onloadend?.();
    });
  }
}

/** 조각들을 네 바이트씩 맞추어 잇는다. */
function chunk(type: number, bytes: Uint8Array, filler: number): Uint8Array {
  const length = 4 * Math.ceil(bytes.length / 4);
  const out = new Uint8Array(8 + length).fill(filler, 8);
  const view = new DataView(out.buffer);
  view.setUint32(0, length, true);
  view.setUint32(4, type, true);
  out.set(bytes, 8);
  return out;
}

/** JSON과 버퍼 하나로 GLB를 만든다. */
function pack(json: object, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = chunk(0x4e4f534a, new TextEncoder().encode(JSON.stringify(json)), 0x20);
  const data = chunk(0x004e4942, binary, 0);
  const out = new Uint8Array(12 + text.length + data.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, out.length, true);
  out.set(text, 12);
  out.set(data, 12 + text.length);
  return out;
}

/** 그물 하나와, 가중치 없이 서 있는 뼈 셋. 압축한 것은 `compressed`에 든다. */
function skeletonAndMesh(vertices: number, corners: number, compressed: object) {
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { mesh: 0, name: 'body' },
      { name: 'root', translation: [0, -0.5, 0], children: [2] },
      { name: 'low', translation: [0, 0.5, 0], children: [3] },
      { name: 'high', translation: [0, 1, 0] },
    ],
    skins: [{ joints: [1, 2, 3] }],
    accessors: [
      { componentType: 5126, count: vertices, type: 'VEC3', min: [-1, 0, -1], max: [1, 2, 1] },
      { componentType: 5125, count: corners, type: 'SCALAR' },
    ],
    ...compressed,
  };
}

export interface PlainMesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** KHR_draco_mesh_compression으로 압축한 GLB. */
export async function dracoGlb({
  positions,
  indices,
}: PlainMesh): Promise<Uint8Array<ArrayBuffer>> {
  const { createEncoderModule } = createRequire(import.meta.url)('draco3d') as {
    createEncoderModule(options: object): Promise<DracoEncoder>;
  };
  const draco = await createEncoderModule({});
  const [encoder, builder, mesh] = [new draco.Encoder(), new draco.MeshBuilder(), new draco.Mesh()];
  builder.AddFacesToMesh(mesh, indices.length / 3, indices);
  const count = positions.length / 3;
  const position = builder.AddFloatAttributeToMesh(mesh, draco.POSITION, count, 3, positions);
  encoder.SetEncodingMethod(draco.MESH_SEQUENTIAL_ENCODING);
  const out = new draco.DracoInt8Array();
  const byteLength = encoder.EncodeMeshToDracoBuffer(mesh, out);
  const bytes = Uint8Array.from({ length: byteLength }, (_, k) => out.GetValue(k));
  const name = 'KHR_draco_mesh_compression';
  const extension = { [name]: { bufferView: 0, attributes: { POSITION: position } } };
  const json = skeletonAndMesh(count, indices.length, {
    extensionsUsed: [name],
    extensionsRequired: [name],
    buffers: [{ byteLength }],
    bufferViews: [{ buffer: 0, byteLength }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions: extension }] }],
  });
  return pack(json, bytes);
}

interface DracoEncoder {
  readonly POSITION: number;
  readonly MESH_SEQUENTIAL_ENCODING: number;
  Encoder: new () => {
    SetEncodingMethod(method: number): void;
    EncodeMeshToDracoBuffer(mesh: object, out: object): number;
  };
  MeshBuilder: new () => {
    AddFacesToMesh(mesh: object, faces: number, indices: Uint32Array): void;
    AddFloatAttributeToMesh(
      mesh: object,
      attribute: number,
      count: number,
      size: number,
      values: Float32Array,
    ): number;
  };
  Mesh: new () => object;
  DracoInt8Array: new () => { GetValue(index: number): number };
}

/** EXT_meshopt_compression으로 압축한 GLB. */
export async function meshoptGlb({
  positions,
  indices,
}: PlainMesh): Promise<Uint8Array<ArrayBuffer>> {
  const { MeshoptEncoder } = createRequire(import.meta.url)('meshoptimizer') as {
    MeshoptEncoder: {
      ready: Promise<void>;
      encodeVertexBuffer(source: Uint8Array, count: number, size: number): Uint8Array;
      encodeIndexBuffer(source: Uint8Array, count: number, size: number): Uint8Array;
    };
  };
  await MeshoptEncoder.ready;
  const count = positions.length / 3;
  const vertices = MeshoptEncoder.encodeVertexBuffer(new Uint8Array(positions.buffer), count, 12);
  const triangles = MeshoptEncoder.encodeIndexBuffer(
    new Uint8Array(indices.buffer),
    indices.length,
    4,
  );
  const second = 4 * Math.ceil(vertices.length / 4);
  const bytes = new Uint8Array(second + triangles.length);
  bytes.set(vertices);
  bytes.set(triangles, second);
  const name = 'EXT_meshopt_compression';
  const view = (own: object, byteLength: number) => ({
    buffer: 1,
    byteLength,
    extensions: { [name]: { buffer: 0, ...own } },
  });
  const json = skeletonAndMesh(count, indices.length, {
    extensionsUsed: [name],
    extensionsRequired: [name],
    buffers: [
      { byteLength: bytes.length },
      { byteLength: positions.byteLength, extensions: { [name]: { fallback: true } } },
    ],
    bufferViews: [
      view(
        { byteLength: vertices.length, byteStride: 12, count, mode: 'ATTRIBUTES' },
        positions.byteLength,
      ),
      view(
        {
          byteOffset: second,
          byteLength: triangles.length,
          byteStride: 4,
          count: indices.length,
          mode: 'TRIANGLES',
        },
        indices.byteLength,
      ),
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  });
  const accessors = json.accessors.map((accessor, bufferView) => ({ ...accessor, bufferView }));
  return pack({ ...json, accessors }, bytes);
}
