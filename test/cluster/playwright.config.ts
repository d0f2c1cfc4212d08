import { defineConfig } from '@playwright/test'
import site from '../../playwright.config.ts'

const { globalSetup: _, ...shared } = site

/**
 * npm run cluster:test: the smoke tests against the proxy of a running cluster, which E2E_URL
 * names.
 */
export default defineConfig({
  ...shared,
  testDir: '../../e2e',
  testMatch: [
    'smoke',
    'home',
    'job-page',
    'accounts',
    'post-job',
    'inquiries',
    'favorites',
    'cv',
    'moderation',
  ].map((it) => `${it}.spec.ts`),
  // Each node of a demo has an identity provider of its own, which knows no session of the other's;
  // and each caches its own counts, for five minutes, so that a page of one and an answer of the
  // other differ while other tests post jobs.
  grepInvert: /identity provider|a count at every state/,
  outputDir: '../../.cache/cluster',
  // Rendering, two databases and the browser share the machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: { ...shared.use, ignoreHTTPSErrors: true },
})
