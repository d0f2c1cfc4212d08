import { pageHead } from '#features/site/page-head.ts'
import { importRunPath, importSourcePath, importsPath, newImportSourcePath } from '#shared/paths.ts'
import type { PageRoute, Search } from '#web/lib/page-route.ts'
import { importQuery, importsQuery, sourceQuery, sourcesQuery } from './queries.ts'

// For people who are no administrators there is nothing to load, and the pages say so.

export const importsRoute: PageRoute = {
  async load({ queryClient, search }) {
    await Promise.all([queryClient.prefetchQuery(sourcesQuery), queryClient.prefetchQuery(importsQuery(runsParams(search)))])
  },
  head: ({ site }) =>
    pageHead({ site, title: 'Imports', description: 'Sources of jobs, and their imports.', path: importsPath, noindex: true }),
}

export const importRunRoute: PageRoute = {
  load: ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(importQuery(id)),
  head: ({ site, params: { id = '' } }) =>
    pageHead({ site, title: 'Import', description: 'What became of a dataset.', path: importRunPath(id), noindex: true }),
}

export const newSourceRoute: PageRoute = {
  head: ({ site }) =>
    pageHead({
      site,
      title: 'New Source',
      description: 'A dataset to import again and again.',
      path: newImportSourcePath,
      noindex: true,
    }),
}

export const sourceRoute: PageRoute = {
  load: ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(sourceQuery(id)),
  head: ({ site, params: { id = '' } }) =>
    pageHead({ site, title: 'Source', description: 'How a dataset is read.', path: importSourcePath(id), noindex: true }),
}

/** What the address says of the list of runs, as the call wants it. */
export function runsParams({ source, before }: Search): Record<string, string> {
  return { ...(source && { source }), ...(before && { before }) }
}
