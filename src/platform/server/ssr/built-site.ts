import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderModule, SiteModule } from '#shared/rendering.ts'
import { openRenderThreads, type BuiltPages } from './render-threads.ts'
import { encodePage } from '../http/answer.ts'
import type { Site } from './pages.ts'

/** Vite's manifest: what each source file became, and what it needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const entry = 'src/app/web/entry-client.tsx'

/**
 * The site as `vite build` left it in `dist`.
 * @param threads How many threads render its pages; 0 to do so in the one that answers.
 * @param brandStyle Follows the style sheet, in the page itself.
 */
export async function openBuiltSite(
  dist: string,
  { threads = 0, brandStyle = '' } = {},
): Promise<Site> {
  const site = await importBuilt<SiteModule>(dist, 'entry-site')
  const [styleSheet] = sheetsOf(await readManifest(dist))
  const renderer =
    threads > 0
      ? openRenderThreads({ dist, brandStyle }, threads)
      : await openRenderer({ dist, brandStyle })
  return {
    isPersonal: (url) => Promise.resolve(site.isPersonal(url)),
    render: (request, extraTags) => renderer.render(request, extraTags),
    pages: () => Promise.resolve(site.sitePages()),
    inline: { script: site.inlineScript, style: brandStyle },
    clientDir: join(dist, 'client'),
    ...(styleSheet !== undefined && { styleSheet }),
    close: () => renderer.close(),
  }
}

/** Renders pages in this thread. */
export async function openRenderer({
  dist,
  brandStyle,
}: BuiltPages): Promise<Pick<Site, 'render' | 'close'>> {
  const module = await importBuilt<RenderModule>(dist, 'entry-server')
  const manifest = await readManifest(dist)
  const script = manifest[entry]?.file
  if (script === undefined) throw new Error(`The build in ${dist} has no ${entry}`)
  // A file of its own is read once for all pages; inside each it would be two fifths of their
  // bytes.
  const sheets = sheetsOf(manifest)
    .map((file) => `<link rel="stylesheet" href="/${file}">`)
    .join('')
  const styles = brandStyle === '' ? sheets : `${sheets}<style>${brandStyle}</style>`
  const preloads = new Map<string, string>()

  /**
   * The tags that load styles and code of a page. Pages are read before their code runs, so the
   * text's font goes first.
   */
  function headTags(modules: readonly string[]) {
    const key = modules.join()
    let links = preloads.get(key)
    if (links === undefined) {
      const files = [...chunksOf(manifest, [entry, ...modules])]
        .map((chunk) => manifest[chunk]?.file ?? '')
        .filter((file) => file !== script)
      links = files
        .map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`)
        .join('')
      preloads.set(key, links)
    }
    return `${styles}${links}<script type="module" fetchpriority="low" src="/${script}"></script>`
  }

  return {
    async render(request, extraTags) {
      const page = await module.render(request)
      return encodePage(page, `${headTags(page.modules)}${extraTags}`)
    },
    close: () => Promise.resolve(),
  }
}

const importBuilt = async <M>(dist: string, name: string) =>
  (await import(pathToFileURL(join(dist, 'server', `${name}.js`)).href)) as M

const readManifest = async (dist: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'))

/** One small sheet serves the whole site. */
const sheetsOf = (manifest: Manifest) =>
  [...chunksOf(manifest, [entry])].flatMap((chunk) => manifest[chunk]?.css ?? [])

/** The manifest's keys that these modules need at once, themselves included. */
function chunksOf(manifest: Manifest, modules: readonly string[], found = new Set<string>()) {
  for (const module of modules) {
    const chunk = manifest[module]
    if (!chunk || found.has(module)) continue
    found.add(module)
    chunksOf(manifest, chunk.imports ?? [], found)
  }
  return found
}
