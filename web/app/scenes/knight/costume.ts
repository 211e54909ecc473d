import { Group, type InstancedMesh, type Material } from 'three';
import type { ClothPair } from './cloth_pair';
import { DrawnCloth } from './drawn_cloth';
import { flagPlan } from './flag';
import { plateGeometry } from './plate';
import type { Play } from './play';
import { createRow, spread } from './row';

/** 걸칠 수 있는 것: 천, 견줄 천, 뻣뻣한 판. What he can wear: the cloth, a rival's, or stiff plates. */
export type Wear = 'cloth' | 'rival' | 'plate';

interface Looks {
  cape: Material;
  flag: Material;
}

class DrawnPair {
  readonly cape: DrawnCloth;
  readonly flag: DrawnCloth;

  constructor(looks: Looks, copies: number) {
    this.cape = new DrawnCloth(looks.cape);
    this.flag = new DrawnCloth(looks.flag, copies);
  }

  use({ cape, flag }: ClothPair): void {
    this.cape.use(cape);
    this.flag.use(flag);
  }

  sync(): void {
    this.cape.geometry.sync();
    this.flag.geometry.sync();
  }

  set visible(shown: boolean) {
    this.cape.group.visible = shown;
    this.flag.group.visible = shown;
  }
}

/** 망토와 깃발의 그림. 어느 것을 보일지 고른다. The drawn capes and flags, and which of them is seen. */
export class Costume {
  /** 세계에 놓을 것. Goes into the world. */
  readonly capes = new Group();
  /** 깃대와 함께 되풀이되는 것. Repeats along with the poles. */
  readonly flags = new Group();
  readonly cloth: DrawnPair;
  readonly #rival: DrawnPair;
  readonly #play: Play;
  readonly #looks: Looks;
  readonly #copies: number;
  #plates: Record<'cape' | 'flag', InstancedMesh> | undefined;
  #rivalWorn = false;

  constructor(play: Play, looks: Looks, copies: number) {
    this.#play = play;
    this.#looks = looks;
    this.#copies = copies;
    this.cloth = new DrawnPair(looks, copies);
    this.#rival = new DrawnPair(looks, copies);
    this.capes.add(this.cloth.cape.group, this.#rival.cape.group);
    this.flags.add(this.cloth.flag.group, this.#rival.flag.group);
  }

  /** 새로 만든 천을 입는다. Puts on the cloths that were just made. */
  dress(capeRows: number): void {
    this.cloth.use(this.#play.cloths);
    this.dressRival();
    this.#makePlates(capeRows);
  }

  dressRival(): void {
    const { rival } = this.#play;
    if (rival) this.#rival.use(rival);
    this.#rivalWorn = rival !== undefined;
  }

  show(wear: Wear): void {
    this.cloth.visible = wear === 'cloth';
    this.#rival.visible = wear === 'rival';
    for (const plate of Object.values(this.#plates ?? {})) plate.visible = wear === 'plate';
  }

  mark(shown: boolean): void {
    this.cloth.cape.mark(shown);
    this.cloth.flag.mark(shown);
  }

  sync(): void {
    this.cloth.sync();
    if (this.#rivalWorn) this.#rival.sync();
  }

  /** 깃발의 사본들을 이 간격으로 늘어놓는다. Lays the flag's copies out. */
  place(spacing: number): void {
    this.cloth.flag.spread(spacing);
    this.#rival.flag.spread(spacing);
    if (this.#plates) spread(this.#plates.flag, spacing);
  }

  #makePlates(capeRows: number): void {
    for (const plate of Object.values(this.#plates ?? {})) {
      plate.removeFromParent();
      plate.geometry.dispose();
      plate.dispose();
    }
    const { chest } = this.#play.skeleton;
    const { cape, flag } = this.#looks;
    const capeGeometry = plateGeometry(this.#play.capeRig.plan(capeRows));
    capeGeometry.applyMatrix4(chest.matrixWorld.clone().invert());
    this.#plates = {
      cape: createRow(capeGeometry, cape, 1),
      flag: createRow(plateGeometry(flagPlan(capeRows)), flag, this.#copies),
    };
    chest.add(this.#plates.cape);
    this.flags.add(this.#plates.flag);
  }
}
