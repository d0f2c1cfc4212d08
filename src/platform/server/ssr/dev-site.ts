import type { RenderModule, SiteModule } from '#shared/rendering.ts'
import { encodePage } from '../http/answer.ts'
import type { Site } from './pages.ts'

/** The site compiled as it changes, by Vite inside this process. */
export async function openDevSite(): Promise<Site> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const ssr = vite.environments['ssr']
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error('Vite has no environment that can run the pages')
  const loadSite = () => ssr.runner.import<SiteModule>('/src/app/web/entry-site.ts')
  const load = () => ssr.runner.import<RenderModule>('/src/app/web/entry-server.tsx')
  return {
    isPersonal: async (url) => (await loadSite()).isPersonal(url),
    render: async (request, extraTags) =>
      encodePage(await (await load()).render(request), `${headTags}${extraTags}`),
    pages: async () => (await loadSite()).sitePages(),
    inline: null,
    clientDir: null,
    middleware: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', () => resolve(true))
        vite.middlewares(request, response, (error?: unknown) => {
          if (error) reject(error instanceof Error ? error : new Error('Vite failed'))
          else resolve(false)
        })
      }),
    close: () => vite.close(),
  }
}

/** Writes log entries for people; an error has its stack on lines of its own. */
export async function openDevLog(): Promise<NodeJS.WritableStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true })
}

const headTags = [
  '<link rel="stylesheet" href="/src/ui/styles.css">',
  '<script type="module">import { injectIntoGlobalHook } from "/@react-refresh"; ' +
    'injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => ' +
    '(type) => type;</script>',
  '<script type="module" src="/@vite/client"></script>',
  '<script type="module" src="/src/app/web/entry-client.tsx"></script>',
].join('')
