import { FileText } from 'lucide-react'

/** A file by its name and what is known of it; what is not is left out. */
export function FileLine({ name, facts }: { name: string; facts: readonly (string | null)[] }) {
  return (
    <div className="flex items-start gap-3">
      <FileText aria-hidden className="mt-0.5 size-6 shrink-0 text-action" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}
