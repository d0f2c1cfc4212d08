import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderModule } from '#shared/rendering.ts'
import { encodePage } from './page-bytes.ts'
import { openRenderThreads } from './render-threads.ts'
import type { Site } from './site.ts'

/** Vite's manifest: what each source file became, and what it needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const entry = 'src/web/entry-client.tsx'

/**
 * The site as `vite build` left it in `dist`.
 * @param threads How many threads render its pages; 0 to do so in the one that answers.
 */
export async function openBuiltSite(dist: string, { threads = 0 }: { threads?: number } = {}): Promise<Site> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8')) as Manifest
  const module = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as RenderModule
  const script = manifest[entry]?.file
  if (script === undefined) throw new Error(`The build in ${dist} has no ${entry}`)
  const entryChunks = chunksOf(manifest, [entry])
  const styles = [...new Set([...entryChunks].flatMap((it) => manifest[it]?.css ?? []))]
  // One small sheet serves the whole site. Inside the page it saves a round trip before anything can be painted.
  const css = (await Promise.all(styles.map((it) => readFile(join(dist, 'client', it), 'utf8')))).join('')

  const preloads = new Map<string, string[]>()
  /** The tags that load styles and code of a page; `nonce` goes onto every script. */
  function headTags(modules: readonly string[], nonce: string): string {
    const key = modules.join()
    let files = preloads.get(key)
    if (!files) {
      files = [...chunksOf(manifest, [entry, ...modules])].map((it) => manifest[it]?.file ?? '').filter((it) => it !== script)
      preloads.set(key, files)
    }
    const links = files.map((it) => `<link rel="modulepreload" nonce="${nonce}" href="/${it}">`).join('')
    return `<style nonce="${nonce}">${css}</style>${links}<script type="module" nonce="${nonce}" src="/${script}"></script>`
  }

  const renderThreads = threads > 0 ? openRenderThreads(dist, threads) : undefined
  return {
    isPersonal: (url) => Promise.resolve(module.isPersonal(url)),
    async render(request, extraTags) {
      if (renderThreads) return renderThreads.render(request, extraTags)
      const page = await module.render(request)
      return encodePage(page, `${headTags(page.modules, request.nonce)}${extraTags}`, css)
    },
    pages: () => Promise.resolve(module.sitePages()),
    styles: Buffer.from(css),
    clientDir: join(dist, 'client'),
    close: async () => renderThreads?.close(),
  }
}

/** The manifest's keys that these modules need at once, themselves included. */
function chunksOf(manifest: Manifest, modules: readonly string[], found = new Set<string>()): Set<string> {
  for (const module of modules) {
    const chunk = manifest[module]
    if (!chunk || found.has(module)) continue
    found.add(module)
    chunksOf(manifest, chunk.imports ?? [], found)
  }
  return found
}
