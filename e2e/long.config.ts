import { defineConfig } from '@playwright/test'
import site from '../playwright.config.ts'

const { globalSetup: _, ...shared } = site

/** npm run test:long: browser tests that build and start sites of their own. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../.cache/e2e-long',
  workers: 1,
  use: { ...shared.use, actionTimeout: 60_000 },
})
