import { LoaderCircle } from 'lucide-react'

/** Only where the shape of what comes is unknown; everything else has a skeleton. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <output className="inline-flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {label}
    </output>
  )
}

/** In place of a page of which nothing can be said yet. */
export function PageSpinner() {
  return (
    <div className="page-column flex grow items-center justify-center py-16">
      <Spinner />
    </div>
  )
}
