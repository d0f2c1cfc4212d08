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
