// npm run map: writes docs/map.md.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildApp } from '#app/server/app.ts'
import { openDatabase } from '#platform/server/database.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openLocalStorage } from '#platform/server/storage/open-storage.ts'
import { openBuiltSite } from '#platform/server/ssr/built-site.ts'
import type { FastifyInstance } from 'fastify'
import type { Access } from '#shared/contract.ts'
import type { SitePage } from '#shared/rendering.ts'

/** The map of the product. The app is built but not started, so no database is needed. */
export async function currentMap(): Promise<string> {
  const site = await openBuiltSite(resolve('dist'))
  const connection = { host: '/nowhere' }
  const settings = readSettings({ LOG_LEVEL: 'silent', SECRET: 'x'.repeat(32) })
  const app = await buildApp({
    settings,
    db: openDatabase(connection),
    connection,
    storage: openLocalStorage(settings.dataDir),
    site,
  })
  const map = routeMap(app, await site.pages())
  await app.close()
  return map
}

type Row = { method: string; url: string; access: string; file: string }

/** docs/map.md: every URL, its access, and the file that answers. Call it once the app is ready. */
function routeMap(app: FastifyInstance, pages: readonly SitePage[]): string {
  const endpoints: Row[] = app.routeList
    .flatMap((route) => [route.method].flat().map((method) => ({ route, method })))
    .filter(({ route, method }) => method !== 'HEAD' && route.config?.name !== 'page')
    .map(({ route, method }) => ({
      method,
      url: route.url,
      access: accessText(route.config?.access),
      file: route.config?.file ?? '',
    }))
  const rows = endpoints.filter(
    (endpoint) => !endpoint.url.startsWith('/api/docs') || endpoint.url === '/api/docs',
  )
  return [
    '# The map',
    '',
    'Every URL, who may call it, and the file that answers. Made by `npm run map` from what the server registers; a stale copy fails the tests.',
    '',
    '## Pages',
    '',
    ...table(
      ['url', 'file'],
      pages
        .map((page) => [page.path, page.file])
        .toSorted(byFirst)
        .map(([path = '', file = '']) => [code(path), code(file)]),
    ),
    '',
    '## API and files for machines',
    '',
    ...table(
      ['url', 'method', 'access', 'file'],
      rows
        .map((row) => [row.url, row.method, row.access, row.file])
        .toSorted(byFirst)
        .map(([url = '', method = '', access = '', file = '']) => [
          code(url),
          method,
          access,
          code(file),
        ]),
    ),
    '',
  ].join('\n')
}

function accessText(access: Access | undefined): string {
  return typeof access === 'object' ? access.join(', ') : (access ?? '')
}

function table(head: string[], rows: string[][]): string[] {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`

const code = (text: string): string => `\`${text}\``

function byFirst([a = '']: string[], [b = '']: string[]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

if (import.meta.main) await writeFile('docs/map.md', await currentMap())
