import { useSyncExternalStore, type ReactNode } from 'react'
import fontUrl from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'
import { notFoundHead } from '#features/site/web/error-pages.tsx'
import type { Head, RouterContext } from '#platform/web/navigation.tsx'
import { inlineScript } from './entry-site.ts'
import type { Visit } from './routes.ts'

/** The head depends on data, so it renders again when an answer arrives. */
export function PageHead({
  context,
  visit: { page, params, search },
}: {
  context: RouterContext
  visit: Visit
}) {
  const queries = context.queryClient.getQueryCache()
  const answers = () =>
    queries
      .getAll()
      .reduce((sum, { state }) => sum + state.dataUpdateCount + state.errorUpdateCount, 0)
  useSyncExternalStore((listener) => queries.subscribe(listener), answers, answers)
  return (
    <HeadTags
      head={page?.module?.head({ ...context, params, search }) ?? notFoundHead(context.site)}
    />
  )
}

/** A page's head as elements, which React hoists into the document. */
export const HeadTags = ({ head: { meta, links } }: { head: Head }) => (
  <>
    {meta.map((attributes) =>
      'title' in attributes ? (
        <title key="title">{attributes.title}</title>
      ) : (
        <meta key={JSON.stringify(attributes)} {...attributes} />
      ),
    )}
    {links?.map((attributes) => (
      <link key={JSON.stringify(attributes)} {...attributes} />
    ))}
  </>
)

/** The head of every document. */
export const documentHead = {
  links: [
    {
      rel: 'preload',
      href: fontUrl,
      as: 'font',
      type: 'font/woff2',
      crossOrigin: 'anonymous' as const,
    },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  ],
}

/** The HTML around the site. React hoists the pages' titles and meta tags. */
export const Document = ({ children }: { children: ReactNode }) => (
  <html lang="en" suppressHydrationWarning>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* Before the first paint. */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inlineScript }} />
    </head>
    <body>{children}</body>
  </html>
)
