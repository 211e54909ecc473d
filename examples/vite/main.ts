import * as THREE from 'three';
import { loadMangto } from 'mangto';
import { attachCape, bakeSkinnedMesh, updateAttached } from 'mangto/three';

const renderer = new THREE.WebGLRenderer();
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight);
camera.position.set(1.5, 1.2, -3);
camera.lookAt(0, 0.9, 0);
const scene = new THREE.Scene().add(new THREE.HemisphereLight('white', 'gray', 3));

// A body without weights, and its bones: hips, chest and two arms.
const body = new THREE.Mesh(
  new THREE.CapsuleGeometry(0.2, 1.2, 8, 24, 16).translate(0, 0.8, 0),
  new THREE.MeshStandardMaterial({ color: 'tan' }),
);
const places = {
  Hips: [0, 0.8, 0],
  Chest: [0, 0.5, 0],
  LeftArm: [0.18, 0, 0],
  RightArm: [-0.18, 0, 0],
};
const [hips, chest, left, right] = Object.entries(places).map(([name, [x, y, z]]) => {
  const bone = new THREE.Bone();
  bone.name = name;
  bone.position.set(x!, y!, z!);
  return bone;
}) as [THREE.Bone, THREE.Bone, THREE.Bone, THREE.Bone];
hips.add(chest.add(left, right));
scene.add(body, hips);

const mangto = await loadMangto();
const bones = [hips, chest, left, right];
const { meshes } = await bakeSkinnedMesh(body, bones, { mangto, excludedBones: [] });
attachCape(meshes, { mangto, wind: [0, 0, -1] });

const timer = new THREE.Timer();
renderer.setAnimationLoop(() => {
  timer.update();
  chest.rotation.y = Math.sin(timer.getElapsed() * 2) / 2;
  updateAttached(timer.getDelta());
  renderer.render(scene, camera);
});
