import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fileURLToPath } from 'node:url'
import { chunkGroups, pageFiles, precompress } from './scripts/vite-parts.ts'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Modules of libraries that no page needs, and what stands in for them: they would count in each
 * first load.
 */
const smallerModules = [
  // React has the hook that this package imitates for older versions.
  { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
  // Nothing here is an infinite query.
  {
    find: /^\.\/infiniteQueryBehavior\.js$/,
    replacement: file('src/platform/web/no-infinite-queries.ts'),
  },
  // Its options for sizes, colors and strokes are CSS here. The package has 52 MB, which only builds
  // read; @iconify-json/lucide (0.6 MB) draws otherwise, and needs a transform, types and a plugin of
  // the tests.
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: file('src/ui/create-icon.ts') },
]

/**
 * One `vite build` makes both halves of the site: dist/client for browsers, dist/server for
 * rendering.
 */
export default defineConfig(({ command }) => ({
  plugins: [pageFiles(), react(), tailwindcss(), precompress()],
  publicDir: 'public',
  resolve: { alias: smallerModules },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // The list of what each page's code needs would grow with every page, and stand in the
        // first load.
        modulePreload: false,
        license: true,
        rollupOptions: {
          input: 'src/app/web/entry-client.tsx',
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    ssr: {
      // Bundled, libraries give up what no page uses: each rendering thread saves 30 MB and its
      // start 150 ms.
      resolve: { noExternal: command === 'build' ? true : [] },
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: ['src/app/web/entry-server.tsx', 'src/app/web/entry-site.ts'] },
      },
    },
  },
  builder: {},
}))
