import type { Plugin } from 'vite'

/** Adds file names to the imports of the route table, for docs/map.md and the server's preloads. */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  applyToEnvironment: ({ name }) => name === 'ssr',
  transform: {
    order: 'pre',
    filter: { id: /\/src\/app\/web\/routes\.ts$/ },
    handler: (code) => ({
      code: code.replaceAll(
        /\(\) => import\('([^']+)'\)/g,
        (load, module: string) =>
          `Object.assign(${load}, { file: '${module.replace(/^#/, 'src/').replace(/^\.\//, 'src/app/web/')}' })`,
      ),
      map: null,
    }),
  },
})
