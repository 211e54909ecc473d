import type { Work } from './slices.js';

// 한 번에 섞는 수.
const kWords = 4096;

/**
 * 내용의 64비트 지문. 서로 얽힌 두 32비트 곱셈 사슬이며, 어느 기계에서나 같다. 악의는 막지 못한다.
 *
 * A 64-bit fingerprint of contents: two coupled chains of 32-bit multiplications, the same on every machine.
 * Not proof against malice.
 */
export class ContentHash {
  #a = 0x9e3779b9 | 0;
  #b = 0x85ebca6b | 0;

  /** 배열의 비트를 조금씩 섞는다. / Mixes in the bits of an array, piece by piece. */
  *add(array: Float32Array | Uint32Array | Uint16Array): Work<void> {
    this.#word(array.length);
    const even = array.byteLength & ~3;
    const words = new Uint32Array(array.buffer, array.byteOffset, even / 4);
    for (let first = 0; first < words.length; first += kWords) {
      const end = Math.min(first + kWords, words.length);
      for (let k = first; k < end; k++) this.#word(words[k]!);
      yield end / words.length;
    }
    if (even < array.byteLength) this.#word(array.at(-1)!);
  }

  addText(text: string): this {
    this.#word(text.length);
    for (let k = 0; k < text.length; k++) this.#word(text.charCodeAt(k));
    return this;
  }

  hex(): string {
    const { a, b } = this.#finished();
    return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #word(word: number): void {
    const a = Math.imul(this.#a ^ word, 0xcc9e2d51);
    this.#a = a ^ (a >>> 15);
    const b = Math.imul((this.#b + this.#a) ^ word, 0x1b873593);
    this.#b = b ^ (b >>> 13);
  }

  #finished() {
    const a = Math.imul(this.#a ^ (this.#b >>> 7), 0x2545f491);
    const b = Math.imul(this.#b ^ (a >>> 16), 0x27d4eb2f);
    return { a: a ^ (b >>> 15), b };
  }
}
