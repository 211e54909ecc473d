import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const forbid = (regex, message) => ({
  'no-restricted-imports': ['error', { patterns: [{ regex, message }] }],
});

export default defineConfig(
  { ignores: ['build/', 'dist/', 'web/lib/mangto-glue.js'] },
  tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
    },
  },
  {
    files: ['web/lib/**'],
    ignores: ['web/lib/three.ts', 'web/lib/three/**'],
    rules: forbid('^three($|/)', 'Only mangto/three may import three.'),
  },
  {
    files: ['web/app/**'],
    rules: forbid('\\.\\./lib(/|$)', 'Import the library as "mangto" or "mangto/three".'),
  },
);
