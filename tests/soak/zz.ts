import { soak } from '../support/soak';
const { samples } = await soak('bears', 180, 36);
console.log(samples.map((s) => Math.round(s.heapBytes / 1024)).join(' '));
