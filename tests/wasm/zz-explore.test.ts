import { test } from 'vitest';
import { BufferAttribute, BufferGeometry, Skeleton, Vector3 } from 'three';
import { loadModule } from '../support/module';
import { bearParts, bearVertices } from '../../web/app/scenes/bears/clay_shapes';
import { boneIndex, createBones, skinBones } from '../../web/app/scenes/bears/bones';
import { applyPose, bendAt } from '../../web/app/scenes/bears/poses';
import { CpuSkin } from '../../web/app/scenes/bears/skinning';
import { Joint, sites } from '../../web/app/scenes/bears/joint';

test('x', async () => {
  const mangto = await loadModule();
  let t0 = performance.now();
  const mesh = mangto.createSdfMesh({ shapes: bearParts.map((p) => p.shape), vertices: bearVertices });
  let slices = 0; while (!mesh.step(2)) slices++;
  const s = mesh.result;
  console.log('mesh', performance.now() - t0, slices, s.positions.length / 3, s.indices.length / 3);
  const bones = createBones();
  const skeleton = new Skeleton(bones);
  for (const [name, opts] of [['nearest', { mode: 'nearest' }], ['smooth', {}], ['smooth20', {smoothing:{passes:20}}],['smooth f2', {falloff:2}],['r1.3', {fleshFactor:1.1}],['r1.5', {fleshFactor:1.3}]] as const) {
    t0 = performance.now();
    const bake = mangto.createSkinBake({ positions: s.positions, indices: s.indices, bones: skinBones, ...opts });
    while (!bake.step(2));
    const w = bake.result;
    ;
    const g = new BufferGeometry();
    g.setAttribute('position', new BufferAttribute(s.positions, 3));
    g.setAttribute('skinIndex', new BufferAttribute(w.skinIndex, 4));
    g.setAttribute('skinWeight', new BufferAttribute(w.skinWeight, 4));
    const skin = new CpuSkin(skeleton);
    for (const [pose, site] of [['eat','elbow'],['eat','knee'],['elbow','elbow'],['knee','knee']] as const) {
      const joint = new Joint(s.positions, s.indices, sites[site]);
      const out: string[] = [];
      for (const strength of [0.5, 0.7, 0.85, 1]) {
        applyPose(bones, pose, 2.2, strength);
        const a = bones[boneIndex(sites[site].lower)]!.quaternion;
        skin.read();
        skin.place(g, joint.vertices, joint.points);
        const m = joint.measure(new Vector3().setFromMatrixPosition(bones[boneIndex(sites[site].lower)]!.matrixWorld).toArray());
        out.push(`${(2*Math.acos(a.w)*57.3).toFixed(0)}°: ${m.volume.toFixed(2)} ${(m.crease*57.3).toFixed(0)}`);
      }
      console.log('volume', name, pose, site, out.join(' | '));
    }
  }
}, 60000);
