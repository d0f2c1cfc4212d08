import { ArrowLeft } from 'lucide-react'
import { Link, useShownPage, type Search } from '#platform/web/navigation.tsx'

/** Back to where one came from; for who came straight here, to the results that the address tells of, or `search`. */
export function BackToResults({ search: wanted }: { search?: Search }) {
  const search = useShownPage().search
  return (
    <Link
      to="/jobs"
      search={wanted ?? search}
      onClick={(event) => {
        // A step within the site leaves its mark in the history; one from elsewhere leaves a referrer.
        const cameFromSomewhere = history.state !== null || (history.length > 1 && document.referrer !== '')
        const wantsOwnTab = event.metaKey || event.ctrlKey || event.shiftKey
        if (wantsOwnTab || !cameFromSomewhere) return
        event.preventDefault()
        history.back()
      }}
      className="inline-flex min-h-8 items-center gap-1.5 text-xs font-medium text-muted no-underline hover:text-action pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back
    </Link>
  )
}
