import type { Mounted, MountOptions } from './scene-element.js';

export function mount(options: MountOptions): Promise<Mounted>;
