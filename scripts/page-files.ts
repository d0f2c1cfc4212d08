import type { Plugin } from 'vite'

/**
 * Gives the imports in the table of pages the names of their files, for docs/map.md and the server's preloads: a page stands in
 * one line there, and browsers need no names.
 */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    order: 'pre',
    filter: { id: /\/src\/web\/routes\.ts$/ },
    handler: (code) => ({
      code: code.replaceAll(
        /\(\) => import\('([^']+)'\)/g,
        (load, module: string) =>
          `Object.assign(${load}, { file: '${module.replace(/^#/, 'src/').replace(/^\.\//, 'src/web/')}' })`,
      ),
      map: null,
    }),
  },
})
