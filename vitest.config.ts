import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{bench,db,demo}/**/*.test.ts', 'test/**/*.test.ts', 'e2e/access/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Each file may drive a database: more workers than this only wait for each other.
    maxWorkers: 2,
    // Files share what they import: to load it again for each took half of the time. So a test undoes what it changes outside its file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
