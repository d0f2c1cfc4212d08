import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Too long for every run: `npm run test:long`. */
const long = ['bench/**/*.test.ts', 'test/releases/*.test.ts', 'src/features/imports/server/mapping/accuracy.test.ts']

/** Nothing that a unit test imports asks for a database, a server or a process. */
const unit = globSync('{src,demo}/**/*.test.{ts,tsx}').filter((file) => !readFileSync(file, 'utf8').includes("'#test/"))

const inRun = {
  globalSetup: 'test/global-setup.ts',
  include: ['{src,demo}/**/*.test.ts', 'test/**/*.test.ts', 'e2e/access/**/*.test.ts'],
}

export default defineConfig({
  test: {
    // Each file may drive a database: more workers than this only wait for each other.
    maxWorkers: 2,
    // Files share what they import: to load it again for each took half of the time. So a test undoes what it changes outside its file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, exclude: long } },
      { extends: true, test: { name: 'db', ...inRun, exclude: [...unit, ...long] } },
      { extends: true, test: { name: 'long', ...inRun, include: long } },
    ],
  },
})
