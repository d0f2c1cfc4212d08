import type { RenderModule } from '#shared/rendering.ts'
import { encodePage } from './page-bytes.ts'
import type { Site } from './site.ts'

/** The site compiled as it changes, by Vite inside this process. */
export async function openDevSite(): Promise<Site> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const ssr = vite.environments['ssr']
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that can run the pages')
  const load = () => ssr.runner.import<RenderModule>('/src/web/entry-server.tsx')
  return {
    isPersonal: async (url) => (await load()).isPersonal(url),
    render: async (request, extraTags) =>
      encodePage(await (await load()).render(request), `${headTags(request.nonce)}${extraTags}`, ''),
    pages: async () => (await load()).sitePages(),
    styles: Buffer.alloc(0),
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

const headTags = (nonce: string): string =>
  [
    '<link rel="stylesheet" href="/src/ui/styles.css">',
    `<script type="module" nonce="${nonce}">import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>`,
    `<script type="module" nonce="${nonce}" src="/@vite/client"></script>`,
    `<script type="module" nonce="${nonce}" src="/src/web/entry-client.tsx"></script>`,
  ].join('')
