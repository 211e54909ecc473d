import { bin, run } from './run.mjs';
import { setup } from './setup.mjs';

setup('build');
run(bin('typedoc'), []);
