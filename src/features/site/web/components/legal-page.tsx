import type { ReactNode } from 'react'
import { useShownPage } from '#platform/web/navigation.tsx'
import { Article } from '#ui/layout.tsx'

// In a fixed time zone, equal on server and browser.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  const now = useShownPage().now
  return (
    <Article
      title={title}
      lead={
        <p className="text-sm">
          Last updated: <time dateTime={new Date(now).toISOString().slice(0, 10)}>{longDate.format(now)}</time>
        </p>
      }
    >
      {children}
    </Article>
  )
}
