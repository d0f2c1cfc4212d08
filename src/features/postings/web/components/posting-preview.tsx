import type { ReactNode } from 'react'
import { DefinitionGrid } from '#ui/definition-grid.tsx'
import type { Definition } from '#ui/definition-grid.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Prose } from '#ui/prose.tsx'

/** A posting as far as it is written; '' where nothing is said. */
export type PreviewedPosting = {
  title: string
  company: string
  specialty: string
  place: string
  type: string
  pay: string
  brief?: string
  description: string
  facts: readonly Definition[]
}

type Props = {
  open: boolean
  onClose: () => void
  title?: string
  posting: PreviewedPosting
  /** Where to go on from the end. */
  action: ReactNode
}

/** What physicians would see. */
export function PreviewDialog({ open, onClose, title = 'Preview', posting, action }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <PostingPreview posting={posting} />
      <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-4">{action}</div>
    </Dialog>
  )
}

function PostingPreview({ posting }: { posting: PreviewedPosting }) {
  const { title, company, specialty, place, type, pay, brief = '', description, facts } = posting
  return (
    <article className="flex flex-col gap-5">
      <header>
        {specialty !== '' && <p className="text-xs text-muted">{specialty}</p>}
        <h3 className="text-xl font-semibold break-words">{title || 'Job title'}</h3>
        {company !== '' && <p className="mt-1 text-base break-words">{company}</p>}
        <p className="mt-3 flex flex-wrap items-baseline gap-x-5 gap-y-1">
          <span className={pay === '' ? 'text-muted' : 'font-semibold text-pay tabular-nums'}>{pay || 'Pay not stated'}</span>
          {place !== '' && <span className="font-semibold">{place}</span>}
          {type !== '' && <span>{type}</span>}
        </p>
      </header>
      {brief !== '' && <p className="font-medium break-words">{brief}</p>}
      {description === '' ? <p className="text-muted">No description yet.</p> : <Prose text={description} />}
      <DefinitionGrid items={facts} />
    </article>
  )
}
