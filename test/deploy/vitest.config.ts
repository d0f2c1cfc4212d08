import { defineConfig } from 'vitest/config'

/** npm run deploy:test: what takes minutes, and needs programs that not every machine has. */
export default defineConfig({
  test: {
    include: ['test/deploy/*.deploy.ts'],
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
  },
})
