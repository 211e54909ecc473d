import { MeshDepthMaterial, MeshDistanceMaterial, type Material, type SkinnedMesh } from 'three';
import { invalid, isObject } from '../check.js';
import { after, MaterialPatch, Patches } from './material-patch.js';

// L. Kavan, S. Collins, J. Žára, C. O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion Blending",
// ACM TOG 27(4), 2008. 뼈의 행렬은 M = R·S + t로 나눈다: R은 앞의 두 열을 차례로 직교화한 회전이고, 늘임과
// 뒤틀림인 S = RᵀM은 그대로 섞는다. 회전에서 쿼터니언을 얻는 법은 S. W. Shepperd, "Quaternion from Rotation
// Matrix", JGCD 1(3), 1978.
const kVertexHead = /* glsl */ `
#ifdef USE_SKINNING
  vec4 dqQuaternion( const in mat3 m ) {
    float trace = m[ 0 ][ 0 ] + m[ 1 ][ 1 ] + m[ 2 ][ 2 ];
    if ( trace > 0.0 )
      return normalize( vec4( m[ 1 ][ 2 ] - m[ 2 ][ 1 ], m[ 2 ][ 0 ] - m[ 0 ][ 2 ], m[ 0 ][ 1 ] - m[ 1 ][ 0 ], 1.0 + trace ) );
    if ( m[ 0 ][ 0 ] > m[ 1 ][ 1 ] && m[ 0 ][ 0 ] > m[ 2 ][ 2 ] )
      return normalize( vec4( 1.0 + 2.0 * m[ 0 ][ 0 ] - trace, m[ 0 ][ 1 ] + m[ 1 ][ 0 ], m[ 2 ][ 0 ] + m[ 0 ][ 2 ], m[ 1 ][ 2 ] - m[ 2 ][ 1 ] ) );
    if ( m[ 1 ][ 1 ] > m[ 2 ][ 2 ] )
      return normalize( vec4( m[ 0 ][ 1 ] + m[ 1 ][ 0 ], 1.0 + 2.0 * m[ 1 ][ 1 ] - trace, m[ 1 ][ 2 ] + m[ 2 ][ 1 ], m[ 2 ][ 0 ] - m[ 0 ][ 2 ] ) );
    return normalize( vec4( m[ 2 ][ 0 ] + m[ 0 ][ 2 ], m[ 1 ][ 2 ] + m[ 2 ][ 1 ], 1.0 + 2.0 * m[ 2 ][ 2 ] - trace, m[ 0 ][ 1 ] - m[ 1 ][ 0 ] ) );
  }

  void dqAdd( const in mat4 bone, const in float weight, inout vec4 real, inout vec4 dual, inout mat3 stretch ) {
    vec3 x = bone[ 0 ].xyz / max( length( bone[ 0 ].xyz ), 1e-12 );
    vec3 y = bone[ 1 ].xyz - x * dot( x, bone[ 1 ].xyz );
    y /= max( length( y ), 1e-12 );
    mat3 turn = mat3( x, y, cross( x, y ) );
    vec4 q = dqQuaternion( turn );
    // q와 −q는 같은 회전이다: 가까운 쪽으로 섞는다.
    float w = dot( real, q ) < 0.0 ? - weight : weight;
    vec3 t = bone[ 3 ].xyz;
    real += w * q;
    dual += 0.5 * w * vec4( q.w * t + cross( t, q.xyz ), - dot( t, q.xyz ) );
    stretch += weight * ( transpose( turn ) * mat3( bone ) );
  }

  mat4 dqBlend( const in mat4 a, const in mat4 b, const in mat4 c, const in mat4 d, const in vec4 weight ) {
    vec4 real = vec4( 0.0 );
    vec4 dual = vec4( 0.0 );
    mat3 stretch = mat3( 0.0 );
    dqAdd( a, weight.x, real, dual, stretch );
    dqAdd( b, weight.y, real, dual, stretch );
    dqAdd( c, weight.z, real, dual, stretch );
    dqAdd( d, weight.w, real, dual, stretch );
    float size = max( length( real ), 1e-12 );
    vec4 q = real / size;
    dual /= size;
    vec3 v = q.xyz;
    vec3 t = 2.0 * ( q.w * dual.xyz - dual.w * v + cross( v, dual.xyz ) );
    mat3 turn = mat3(
      1.0 - 2.0 * ( v.y * v.y + v.z * v.z ), 2.0 * ( v.x * v.y + q.w * v.z ), 2.0 * ( v.x * v.z - q.w * v.y ),
      2.0 * ( v.x * v.y - q.w * v.z ), 1.0 - 2.0 * ( v.x * v.x + v.z * v.z ), 2.0 * ( v.y * v.z + q.w * v.x ),
      2.0 * ( v.x * v.z + q.w * v.y ), 2.0 * ( v.y * v.z - q.w * v.x ), 1.0 - 2.0 * ( v.x * v.x + v.y * v.y ) );
    mat3 whole = turn * stretch / max( dot( weight, vec4( 1.0 ) ), 1e-12 );
    return mat4( vec4( whole[ 0 ], 0.0 ), vec4( whole[ 1 ], 0.0 ), vec4( whole[ 2 ], 0.0 ), vec4( t, 1.0 ) );
  }
#endif
`;
// 네 뼈를 섞은 하나로 바꿔 두면, 자리와 법선을 옮기는 three의 나머지는 그대로이다.
const kVertexBody = /* glsl */ `
#ifdef USE_SKINNING
  boneMatX = dqBlend( boneMatX, boneMatY, boneMatZ, boneMatW, skinWeight );
  boneMatY = boneMatX;
  boneMatZ = boneMatX;
  boneMatW = boneMatX;
#endif
`;

class DualQuaternionPatch extends MaterialPatch {
  constructor(material: Material) {
    super(material, 'mangto-dual-quaternions', (shader) => {
      shader.vertexShader =
        kVertexHead + after(shader.vertexShader, 'skinbase_vertex', kVertexBody);
    });
  }
}

const patches = new Patches((material) => new DualQuaternionPatch(material));

/** 그림자를 그리는 재질이 없으면 만든다. 놓을 때 부를 것을 돌려준다. / Gives the mesh shadow materials where it has none; returns what takes them off. */
function castOwnShadow(mesh: SkinnedMesh): () => void {
  const { customDepthMaterial: depth, customDistanceMaterial: distance } = mesh;
  const [ownDepth, ownDistance] = [
    depth ?? new MeshDepthMaterial(),
    distance ?? new MeshDistanceMaterial(),
  ];
  mesh.customDepthMaterial = ownDepth;
  mesh.customDistanceMaterial = ownDistance;
  return () => {
    if (depth === undefined) {
      if (mesh.customDepthMaterial === ownDepth) delete mesh.customDepthMaterial;
      ownDepth.dispose();
    }
    if (distance === undefined) {
      if (mesh.customDistanceMaterial === ownDistance) delete mesh.customDistanceMaterial;
      ownDistance.dispose();
    }
  };
}

const materialsOf = (mesh: SkinnedMesh) => [
  ...[mesh.material].flat(),
  mesh.customDepthMaterial!,
  mesh.customDistanceMaterial!,
];

/** 켜진 이중 쿼터니언 스키닝. / Dual quaternion skinning that is on. */
export class DualQuaternions {
  readonly #materials: ReadonlySet<Material>;
  readonly #castAsBefore: readonly (() => void)[];
  #on = true;

  /** @internal */
  constructor(meshes: readonly SkinnedMesh[]) {
    this.#castAsBefore = meshes.map(castOwnShadow);
    this.#materials = new Set(meshes.flatMap(materialsOf));
    for (const material of this.#materials) patches.take(material);
  }

  /** three의 선형 혼합으로 되돌린다. / Gives back three's linear blending. May be called more than once. */
  dispose(): void {
    if (!this.#on) return;
    this.#on = false;
    for (const material of this.#materials) patches.release(material);
    for (const undo of this.#castAsBefore) undo();
  }

  /** `dispose()`와 같다(`using`). / The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * 그물을 이중 쿼터니언으로 스키닝한다: 150°로 굽힌 팔꿈치와 비튼 팔이 굵기를 지킨다.
 *
 * Skins meshes by dual quaternions instead of linear blending, so that an elbow bent by 150° and a twisted
 * forearm keep their thickness. It patches the meshes' materials (Basic, Lambert, Phong, Standard, Physical,
 * Toon) and their shadow materials in place, keeping an `onBeforeCompile` that is there, until `dispose()`.
 * The weights stay. Rotations and places are blended as dual quaternions, scale and shear of the bones
 * linearly. Materials shared with other meshes change there, too; clone them first if that is not wanted.
 * It is done on the GPU: three's raycasts and bounding boxes still go by linear blending.
 *
 * @example
 * const { meshes } = await bakeSkinnedMesh(mesh, skeleton, { mangto });
 * const volume = dualQuaternions(meshes);
 */
export function dualQuaternions(meshes: SkinnedMesh | readonly SkinnedMesh[]): DualQuaternions {
  const list = Array.isArray(meshes) ? (meshes as readonly SkinnedMesh[]) : [meshes as SkinnedMesh];
  list.forEach((mesh, k) => {
    if (!isObject(mesh) || !('isSkinnedMesh' in mesh))
      throw invalid(`meshes[${k}]`, 'a SkinnedMesh', mesh);
  });
  return new DualQuaternions(list);
}
