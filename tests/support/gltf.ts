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
