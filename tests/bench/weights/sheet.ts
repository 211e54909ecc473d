// Chromium 안에서 도는 쪽: 한 모델의 모습들을 나란히 그린다.
import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshLambertMaterial,
  OrthographicCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';

/** 한 방법의 모습. */
export interface Figure {
  readonly label: string;
  /** 자세를 취한 점들과 그 색. */
  readonly positions: readonly number[];
  readonly colors: readonly number[];
}

export interface Sheet {
  readonly title: string;
  readonly indices: readonly number[];
  readonly figures: readonly Figure[];
}

declare global {
  interface Window {
    draw(sheet: Sheet): void;
  }
}

const kWidth = 380;
const kHeight = 480;
/** 앞과 뒤에서, 조금 비스듬히. */
const kViews = [new Vector3(0.5, 0.25, 1), new Vector3(-0.5, 0.25, -1)];

function geometryOf({ positions, colors }: Figure, indices: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 3));
  return geometry.setIndex([...indices]);
}

/** 모든 모습이 다 들어오게. */
function cameraFor({ center, radius }: Sphere, view: Vector3): OrthographicCamera {
  const [x, y] = [radius * Math.min(1, kWidth / kHeight), radius];
  const camera = new OrthographicCamera(-x, x, y, -y, 0, 4 * radius);
  camera.position
    .copy(view)
    .setLength(2 * radius)
    .add(center);
  camera.lookAt(center);
  return camera;
}

function pictureOf(renderer: WebGLRenderer, geometry: BufferGeometry, camera: OrthographicCamera) {
  const scene = new Scene();
  scene.background = new Color(0xf4f4f4);
  const light = new DirectionalLight(0xffffff, 2);
  light.position.copy(camera.position).add(new Vector3(-camera.right, camera.top, 0));
  const material = new MeshLambertMaterial({
    vertexColors: true,
    flatShading: true,
    side: DoubleSide,
  });
  scene.add(new Mesh(geometry, material), light, new AmbientLight(0xffffff, 1.2));
  renderer.render(scene, camera);
  const image = new Image();
  image.src = renderer.domElement.toDataURL();
  return image;
}

window.draw = ({ title, indices, figures }) => {
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.setSize(kWidth, kHeight);
  const geometries = figures.map((figure) => geometryOf(figure, indices));
  const box = new Box3();
  for (const { attributes } of geometries)
    box.union(new Box3().setFromBufferAttribute(attributes.position as BufferAttribute));
  const sphere = box.getBoundingSphere(new Sphere());
  const columns = figures.map(({ label }, k) => {
    const column = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = `${title}: ${label}`;
    const views = kViews.map((view) =>
      pictureOf(renderer, geometries[k]!, cameraFor(sphere, view)),
    );
    column.append(caption, ...views);
    return column;
  });
  document.body.replaceChildren(...columns);
  renderer.dispose();
};
