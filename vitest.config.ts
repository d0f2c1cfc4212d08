import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Too long for every run: `npm run test:long`. */
const long = ['bench/**/*.test.ts', 'test/releases/*.test.ts']

/** Nothing that a unit test imports asks for a database, a server or a process. */
const pure = globSync('{src,demo}/**/*.test.ts').filter(
  (file) => !readFileSync(file, 'utf8').includes("'#test/"),
)
/** Only Vite can load components. */
const components = pure.filter((file) => readFileSync(file, 'utf8').includes(".tsx'"))

const inRun = {
  globalSetup: 'test/global-setup.ts',
  include: ['{src,demo}/**/*.test.ts', 'test/**/*.test.ts', 'e2e/access/**/*.test.ts'],
}

export default defineConfig({
  test: {
    // Each file may drive a database: more workers than this only wait for each other.
    maxWorkers: 2,
    // Files share what they import: to load it again for each took half of the time. So a test
    // undoes what it changes outside its file.
    isolate: false,
    // As the product runs: to transform what Node can load took a quarter of the time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: pure, exclude: [...components, ...long] } },
      {
        extends: true,
        test: { name: 'components', include: components, experimental: { viteModuleRunner: true } },
      },
      {
        extends: true,
        test: {
          name: 'db',
          ...inRun,
          exclude: [...pure, ...long],
          setupFiles: 'test/capture-statements.ts',
        },
      },
      // After `db`, whose statements one of these prepares.
      {
        extends: true,
        test: { name: 'long', ...inRun, include: long, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
