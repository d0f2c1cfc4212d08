import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'

/** One `vite build` makes both halves of the site: dist/client for browsers, dist/server for rendering. */
export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
  publicDir: 'public',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        license: true,
        rollupOptions: {
          input: 'src/web/entry-client.tsx',
          output: {
            // What several pages share goes into one file: many small ones compress worse than they cache better.
            codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, test: /src/ }] },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: 'src/web/entry-server.tsx' },
      },
    },
  },
  builder: {},
})
