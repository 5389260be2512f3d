import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'reports', 'src/contract/generated', 'test-results'] },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', 'bin/*.js', 'tests/mutation/*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-restricted-properties': ['error', { object: 'it', property: 'only', message: 'no focused tests' }],
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.name='test'] > ArrowFunctionExpression > ObjectPattern > Property[key.name='request']",
          message: "Playwright's request fixture leaks credentials into reports; use src/client.",
        },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked, languageOptions: { globals: { process: 'readonly' } } },
  {
    files: ['examples/**/*.mjs', 'prove/real/**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      ...tseslint.configs.disableTypeChecked.languageOptions,
      globals: Object.fromEntries(
        [
          'AbortSignal',
          'Buffer',
          'URL',
          'URLSearchParams',
          'clearTimeout',
          'console',
          'fetch',
          'process',
          'setTimeout',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
