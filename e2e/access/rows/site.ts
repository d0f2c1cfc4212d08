import { everybody, type AccessRow } from '../access-row.ts'

/** What needs no account: the catalogue, its feeds, and the site's own files. */
const open = [
  'GET /.well-known/security.txt',
  'GET /*',
  'GET /api/facets',
  'GET /api/hero-figures',
  'GET /api/job-map',
  'GET /api/jobs',
  'GET /api/jobs/:id',
  'GET /api/suggest',
  'GET /apple-touch-icon.png',
  'GET /assets/*',
  'GET /favicon.svg',
  'GET /healthz',
  'GET /jobs.json',
  'GET /jobs.rss',
  'GET /jobs.xml',
  'GET /maps/:file',
  'GET /metrics',
  'GET /og.png',
  'GET /public-sans-license.txt',
  'GET /readyz',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/:name',
]

export const rows: AccessRow[] = open.map((call) => ({ call, allowed: everybody }))
