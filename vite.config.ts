import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunks.ts'
import { pageFiles } from './scripts/page-files.ts'
import { precompress } from './scripts/precompress.ts'

/** One `vite build` makes both halves of the site: dist/client for browsers, dist/server for rendering. */
export default defineConfig(({ command }) => ({
  plugins: [pageFiles(), react(), tailwindcss(), precompress()],
  publicDir: 'public',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // The list of what each page's code needs would grow with every page, and stand in the first load.
        modulePreload: false,
        license: true,
        rollupOptions: {
          input: 'src/web/entry-client.tsx',
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    ssr: {
      // Bundled, libraries give up what no page uses: each rendering thread saves 30 MB and its start 150 ms.
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: ['src/web/entry-server.tsx', 'src/web/entry-site.ts'] },
      },
    },
  },
  builder: {},
}))
