import { LoaderCircle } from 'lucide-react'

/** For content of unknown shape; otherwise use a skeleton. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <output className="inline-flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {label}
    </output>
  )
}

/** Replaces a page that is still unknown. */
export function PageSpinner() {
  return (
    <div className="page-column flex grow items-center justify-center py-16">
      <Spinner />
    </div>
  )
}
