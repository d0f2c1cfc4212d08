import type { ReactNode } from 'react'
import { earlyInputScript } from './early-input.ts'
import { missedFilesScript } from './missed-files.ts'
import { themeScript } from './theme-script.ts'

/** The HTML around the site. Titles, descriptions and the like are rendered by the pages; React moves them up here. */
export function Document({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Before anything is painted. Browsers hide the nonce from scripts, so it never compares equal. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `${themeScript};${missedFilesScript};${earlyInputScript}` }}
        />
      </head>
      <body>{children}</body>
    </html>
  )
}
