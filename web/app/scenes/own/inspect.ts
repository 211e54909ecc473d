import { Refusal } from './refusal';

const megabyte = 2 ** 20;
/** 브라우저의 기억에 여러 벌이 함께 들 수 있는 크기. What fits into a browser's memory several times over. */
const mostMegabytes = 256;
const mostVertices = 1_000_000;

const magic = 0x46546c67; // "glTF"
const jsonChunk = 0x4e4f534a; // "JSON"
const headerBytes = 12;
const chunkHeaderBytes = 8;

/** 파일이 꼭 있어야 한다고 적은 것 가운데 여기서 읽는 것. Of what a file may require, that which can be read here. */
const known = new Set([
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_avif',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_lights_punctual',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
  'KHR_texture_transform',
]);
const knownMaterials = /^(KHR|EXT)_materials_/;

interface Gltf {
  asset?: { version?: string };
  extensionsRequired?: string[];
  accessors?: { count?: number }[];
  meshes?: { primitives?: { attributes?: Record<string, number> }[] }[];
  skins?: unknown[];
  buffers?: { uri?: string }[];
  images?: { uri?: string }[];
}

/** 이름과 크기로 미리 돌려보낸다. Turns a file away by its size, before it is read. */
export function inspectSize(bytes: number): void {
  if (bytes === 0) throw new Refusal('ownEmpty');
  if (bytes > mostMegabytes * megabyte) throw new Refusal('ownLarge', `${mostMegabytes} MB`);
}

function jsonOf(buffer: ArrayBuffer): string {
  const view = new DataView(buffer);
  const decoder = new TextDecoder();
  if (buffer.byteLength < 4 || view.getUint32(0, true) !== magic) {
    const text = decoder.decode(new Uint8Array(buffer, 0, Math.min(64, buffer.byteLength)));
    if (!text.trimStart().startsWith('{')) throw new Refusal('ownNotModel');
    return decoder.decode(buffer);
  }
  if (buffer.byteLength < headerBytes + chunkHeaderBytes) throw new Refusal('ownBroken');
  const version = view.getUint32(4, true);
  if (version !== 2) throw new Refusal('ownUnsupported', `glTF ${version}`);
  const length = view.getUint32(headerBytes, true);
  const end = headerBytes + chunkHeaderBytes + length;
  const whole = view.getUint32(8, true) <= buffer.byteLength && end <= buffer.byteLength;
  if (!whole || view.getUint32(headerBytes + 4, true) !== jsonChunk) throw new Refusal('ownBroken');
  return decoder.decode(new Uint8Array(buffer, headerBytes + chunkHeaderBytes, length));
}

function parse(text: string): Gltf {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // 아래에서 말한다.
  }
  throw new Refusal('ownBroken');
}

const isOutside = ({ uri }: { uri?: string }) => uri !== undefined && !/^data:/i.test(uri);

/**
 * 불러오기 전에 살핀다: 무엇이 틀렸는지 사람의 말로 알리고, 밖의 파일을 부르는 것은 열지 않는다.
 * Looks at a file before it is loaded, to say in words what is wrong; a file that calls others is not opened.
 */
export function inspect(buffer: ArrayBuffer): void {
  const gltf = parse(jsonOf(buffer));
  const version = String(gltf.asset?.version ?? '');
  if (version === '') throw new Refusal('ownNotModel');
  if (!version.startsWith('2')) throw new Refusal('ownUnsupported', `glTF ${version}`);
  const strange = (gltf.extensionsRequired ?? []).filter(
    (name) => !known.has(name) && !knownMaterials.test(name),
  );
  if (strange.length > 0) throw new Refusal('ownUnsupported', strange.join(', '));
  const outside = [...(gltf.buffers ?? []), ...(gltf.images ?? [])].find(isOutside);
  if (outside) throw new Refusal('ownOutside', outside.uri);
  const meshes = gltf.meshes ?? [];
  if (meshes.length === 0 && (gltf.skins ?? []).length === 0) throw new Refusal('ownNoMesh');
  const counts = meshes
    .flatMap(({ primitives }) => primitives ?? [])
    .map(({ attributes }) => gltf.accessors?.[attributes?.['POSITION'] ?? -1]?.count ?? 0);
  const vertices = counts.reduce((sum, count) => sum + count, 0);
  if (vertices > mostVertices) throw new Refusal('ownLarge', mostVertices.toLocaleString('en-US'));
}
