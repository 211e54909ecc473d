import { ensureNpmPackages } from './npm-packages.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/** @param {'build' | 'test' | 'coverage'} purpose */
export function setup(purpose) {
  ensureSystemPackages(purpose);
  ensureNpmPackages();
}
