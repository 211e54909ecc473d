/** FNV-1a, 64비트. 값이 아니라 메모리의 바이트를 섞는다. */
export class Fnv1a64 {
  private value = 0xcbf29ce484222325n;

  add(data: ArrayBufferView): void {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    for (const byte of bytes) {
      this.value = BigInt.asUintN(64, (this.value ^ BigInt(byte)) * 0x100000001b3n);
    }
  }

  hex(): string {
    return this.value.toString(16).padStart(16, '0');
  }
}
