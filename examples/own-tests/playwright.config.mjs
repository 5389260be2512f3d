// Tests of your own have a configuration of their own: `npx playwright test -c own-tests`.
export default {
  testDir: '.',
  testMatch: '*.test.{mjs,ts}',
  workers: 1,
  reporter: 'list',
};
