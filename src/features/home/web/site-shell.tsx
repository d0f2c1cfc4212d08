import type { ReactNode } from 'react'
import { RowIconSheet } from '#ui/row-icon.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function SiteShell({ children }: { children: ReactNode }) {
  const demo = useShownPage().site.demo
  return (
    <div className="flex min-h-dvh flex-col">
      <RowIconSheet />
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-sm bg-action px-4 py-2 font-semibold text-on-action focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader demo={demo} />
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  )
}
