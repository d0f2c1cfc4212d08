import { Eye } from 'lucide-react'
import { useState } from 'react'
import { namesPay, payNotStated, placeText, payText } from '#features/jobs/display.ts'
import type { FieldName } from '#features/jobs/fields.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { practiceFacts } from '#features/postings/practice-facts.ts'
import { amountOf } from '#features/postings/typed-values.ts'
import { isStateCode } from '#shared/us-states.ts'
import { Button } from '#ui/button.tsx'
import { DefinitionGrid, type Definition } from '#ui/figures.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Prose } from '#ui/prose.tsx'

/** A posting as written so far; '' for empty fields. */
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

export function PostingPreview({ posting }: { posting: PreviewedPosting }) {
  const { title, company, specialty, place, type, pay, brief = '', description, facts } = posting
  return (
    <article className="flex flex-col gap-5">
      <header>
        {specialty !== '' && <p className="text-xs text-muted">{specialty}</p>}
        <h3 className="text-lg font-semibold break-words">{title || 'Job title'}</h3>
        {company !== '' && <p className="mt-1 text-base break-words">{company}</p>}
        <p className="mt-3 flex flex-wrap items-baseline gap-x-5 gap-y-1">
          <span className={namesPay(pay) ? 'font-semibold text-pay tabular-nums' : 'text-muted'}>
            {pay || payNotStated}
          </span>
          {place !== '' && <span className="font-semibold">{place}</span>}
          {type !== '' && <span>{type}</span>}
        </p>
      </header>
      {brief !== '' && <p className="font-medium break-words">{brief}</p>}
      {description === '' ? (
        <p className="text-muted">No description yet.</p>
      ) : (
        <Prose text={description} level={4} />
      )}
      <DefinitionGrid items={facts} />
    </article>
  )
}

export function FormPreview({ read }: { read: () => { readonly [Name in FieldName]?: unknown } }) {
  const [posting, setPosting] = useState<PreviewedPosting>()
  const onClose = () => setPosting(undefined)
  return (
    <>
      <Button
        label="Preview"
        icon={Eye}
        look="secondary"
        size="lg"
        onClick={() => setPosting(previewOf(read()))}
      />
      {posting && (
        <Dialog
          isText
          open
          onClose={onClose}
          title="Preview"
          footer={<Button label="Back to the form" look="secondary" onClick={onClose} />}
        >
          <PostingPreview posting={posting} />
        </Dialog>
      )}
    </>
  )
}

/** The form's values as a posting. */
function previewOf(form: { readonly [Name in FieldName]?: unknown }): PreviewedPosting {
  const text = (name: FieldName) => {
    const said = form[name]
    return typeof said === 'string' ? said : ''
  }
  const state = text('state')
  const type = typeLabels[text('employmentType')] ?? text('duration')
  return {
    title: text('title'),
    company: text('company'),
    specialty: (text('specialty') === 'Other' && text('specialtyOther')) || text('specialty'),
    place: isStateCode(state) ? placeText({ city: text('city'), state }) : text('city'),
    type,
    pay: text('compensation') || figuresText(text('compMin'), text('compMax')),
    brief: text('brief') || text('briefDescription'),
    description: text('description'),
    facts: [
      ...practiceFacts(form),
      { term: 'Payroll', value: text('payroll') },
      { term: 'Employer type', value: text('organizationType') },
      { term: 'Apply at', value: text('applyUrl') },
    ],
  }
}

const typeLabels: Record<string, string | undefined> = employmentTypeLabels

function figuresText(...texts: [string, string]): string {
  const [compMin = null, compMax = null] = texts
    .map(amountOf)
    .map((amount) => (Number.isNaN(amount) ? null : amount))
  return payText({ compMin, compMax, compUnit: 'YEAR', compText: null }) ?? ''
}
