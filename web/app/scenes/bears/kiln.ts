import { BufferAttribute } from 'three';
import type { Mangto, SdfSurface } from 'mangto';
import { bakeSkinnedMesh, type BakedSkinReport, type BakeSkinnedMeshOptions } from 'mangto/three';
import { defaultSettings, type Settings, type SkinModeName } from '../../settings';
import type { Bear } from './bear';
import { skinBones } from './bones';
import { paintClay } from './clay_colors';
import { bearParts, bearVertices } from './clay_shapes';
import { Joint, sites, type SiteName } from './joint';
import { inSlices } from '../../borrowed';
import { surfaceOf } from '../../surface_store';

type Recipe = Pick<BakeSkinnedMeshOptions, 'mode' | 'smoothing' | 'falloff' | 'fleshFactor'>;

const classic = ({ flesh, falloff, passes }: Readonly<Settings>): Recipe => ({
  mode: 'smooth',
  fleshFactor: flesh,
  falloff,
  smoothing: { passes },
});

/** 굽는 법들. 새 방법은 여기에 한 줄이다. The ways to bake; a new one is a line here. */
const recipes: Readonly<Record<SkinModeName, (settings: Readonly<Settings>) => Recipe>> = {
  nearest: ({ flesh }) => ({ mode: 'nearest', fleshFactor: flesh }),
  classic,
  dual: classic,
};

export interface KilnWatcher {
  /** 0…1, 일이 끝났으면 null. Progress of the work, null when it is over. */
  progressed(progress: number | null): void;
  failed(): void;
  /** 곰의 살이 바뀌었다. The flesh of a bear has changed. */
  changed(): void;
}

/** 그물을 만드는 몫. 나머지는 두 곰을 굽는 데 든다. */
const shapingShare = 0.5;

/**
 * 곰을 만들고 굽는다. 프레임마다 2 ms씩 하고, 바뀐 것이 있으면 앞의 일을 그만두고 다시 한다.
 * Makes and bakes the bears, 2 ms a frame; a change stops what is going on and starts anew.
 */
export class Kiln {
  surface: SdfSurface | undefined;
  /** 잴 관절들, 그물이 있으면. The joints to measure, once there is a mesh. */
  readonly joints = new Map<SiteName, Joint>();
  readonly reports: (BakedSkinReport | undefined)[] = [];
  readonly #mangto: Mangto;
  readonly #bears: readonly Bear[];
  readonly #watcher: KilnWatcher;
  #wanted: readonly string[] = [];
  readonly #baked: string[] = [];
  #abort = new AbortController();

  constructor(mangto: Mangto, bears: readonly Bear[], watcher: KilnWatcher) {
    this.#mangto = mangto;
    this.#bears = bears;
    this.#watcher = watcher;
  }

  /** 설정대로 굽는다. 이미 그렇게 구웠거나 굽고 있으면 아무 일도 하지 않는다. Bakes as the settings say, unless that is done or going on. */
  fire(settings: Readonly<Settings>): void {
    const orders = [settings.left, settings.right].map((name) => recipes[name](settings));
    const wanted = orders.map((order) => JSON.stringify(order));
    if (wanted.every((key, k) => key === this.#wanted[k])) return;
    this.stop();
    this.#wanted = wanted;
    if (wanted.every((key, k) => key === this.#baked[k])) return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#watcher.progressed(0);
    this.#work(orders, settings, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      console.error(error);
      this.#watcher.failed();
    });
  }

  /** 하던 일을 그만둔다. Stops what is going on. */
  stop(): void {
    this.#abort.abort();
    this.#wanted = [];
    this.#watcher.progressed(null);
  }

  /** 시킨 것을 다 구웠는가. Whether all that was wanted is baked. */
  get done(): boolean {
    return this.#wanted.length > 0 && this.#wanted.every((key, k) => key === this.#baked[k]);
  }

  async #work(
    orders: readonly Recipe[],
    settings: Readonly<Settings>,
    signal: AbortSignal,
  ): Promise<void> {
    const share = this.surface ? 0 : shapingShare;
    await this.#shape(signal);
    // 처음 값으로 구운 것만 다음 방문을 위해 남긴다: 미끄럼대를 끌 때마다 저장소가 불어나지 않게.
    const { passes, falloff, flesh } = defaultSettings;
    const persist =
      settings.passes === passes && settings.falloff === falloff && settings.flesh === flesh;
    for (const [k, bear] of this.#bears.entries()) {
      const key = JSON.stringify(orders[k]);
      if (key === this.#baked[k]) continue;
      const { report } = await bakeSkinnedMesh(bear.mesh, bear.skeleton, {
        mangto: this.#mangto,
        bones: skinBones,
        ...orders[k]!,
        persist,
        signal,
        onProgress: (progress) => {
          this.#watcher.progressed(share + ((1 - share) * (k + progress)) / this.#bears.length);
        },
      });
      this.reports[k] = report;
      this.#baked[k] = key;
      bear.group.visible = true;
      this.#watcher.changed();
    }
    this.#watcher.progressed(null);
  }

  async #shape(signal: AbortSignal): Promise<void> {
    if (this.surface) return;
    const shapes = bearParts.map(({ shape }) => shape);
    const onProgress = (progress: number) => {
      this.#watcher.progressed(shapingShare * progress);
    };
    const options = { shapes, vertices: bearVertices };
    const surface = await surfaceOf(this.#mangto, options, signal, onProgress);
    const color = await inSlices(paintClay(surface), { signal });
    for (const name of Object.keys(sites) as SiteName[]) {
      const cutting = Joint.cut(surface.positions, surface.indices, sites[name]);
      this.joints.set(name, await inSlices(cutting, { signal }));
    }
    this.#dress(surface, color);
  }

  #dress(surface: SdfSurface, color: Float32Array): void {
    this.surface = surface;
    const attributes = {
      position: new BufferAttribute(surface.positions, 3),
      normal: new BufferAttribute(surface.normals, 3),
      color: new BufferAttribute(color, 3),
    };
    const index = new BufferAttribute(surface.indices, 1);
    for (const bear of this.#bears) bear.wear({ attributes, index });
  }
}
