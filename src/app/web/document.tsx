import type { ReactNode } from 'react'
import { inlineScript } from './entry-site.ts'

/** The HTML around the site. React hoists the pages' titles and meta tags. */
export function Document({ children }: { children: ReactNode }) {
  return (
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
}
