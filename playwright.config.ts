import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './test/chromium.ts'

// Set by the global set-up, before the workers read this file.
const sites: Record<string, string>[] = JSON.parse(process.env['E2E_SITES'] ?? '[]')
Object.assign(process.env, sites[Number(process.env['TEST_PARALLEL_INDEX'])])

export default defineConfig({
  testDir: 'e2e',
  // e2e/access speaks HTTP without a browser, and runs with the other tests of that kind.
  testMatch: '*.spec.ts',
  outputDir: '.cache/e2e',
  globalSetup: './test/serve-built-site.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  // The other tests run beside these on the same processors.
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env['E2E_URL'] ?? '',
    launchOptions: await chromiumLaunch(),
    screenshot: 'only-on-failure',
    // A trace of every test costs a good part of its time: `--trace on` records one where a failure
    // needs it.
    trace: 'off',
  },
})
