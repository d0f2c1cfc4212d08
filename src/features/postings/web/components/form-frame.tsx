import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { FormName } from '#features/jobs/field.ts'
import { fieldNames, fieldOf, fieldsOfSection, formSections } from '#features/jobs/fields.ts'
import { site } from '#features/site/config.ts'
import { MailLink } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'
import { isFilled } from './form-fields.tsx'
import { characterCount } from '#features/postings/model.ts'

/** One column, with an aside on wide screens. The buttons come last. */
export function FormColumns({
  aside,
  actions,
  actionsClass = 'border-t border-line pt-5',
  children,
}: {
  aside: ReactNode
  actions: ReactNode
  actionsClass?: string
  children: ReactNode
}) {
  return (
    <>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,46rem)_18rem] xl:gap-x-20">
        <div className="flex min-w-0 flex-col gap-5">{children}</div>
        <aside>
          <div className="flex flex-col gap-6 lg:sticky lg:top-20">{aside}</div>
        </aside>
      </div>
      <div className={`flex flex-wrap items-center gap-3 ${actionsClass}`}>{actions}</div>
      <p className="text-xs text-muted">
        Need help? Write to <MailLink address={site.emails.postings} subject="Posting a job" />.
      </p>
    </>
  )
}

type KindProps = { form: AnyForm; kind: FormName }

type State = 'to do' | 'done' | 'has a problem'
const marks: Partial<Record<State, ReactNode>> = {
  done: <Check className="inline text-action" />,
  'has a problem': <b className="text-danger">!</b>,
}

/** Links to the sections of a long form, with their progress. */
export function FormProgress({ form, kind }: KindProps) {
  const values: Record<string, unknown> = useWatch({ control: form.hook.control })
  const bad = new Set(form.problems.map(({ field }) => field?.split('.')[0]))
  return (
    <nav aria-label="Sections of the form" className="max-lg:hidden">
      <ol className="flex flex-col">
        {formSections[kind].map((part, index) => {
          const state = stateOf(kind, part.id, values, bad)
          return (
            <li key={part.id}>
              <a
                href={`#${part.id}`}
                onClick={() => unfold(part.id)}
                className="flex min-h-8 items-center gap-2 text-xs text-ink no-underline hover:text-action pointer-coarse:min-h-11"
              >
                <span aria-hidden className="w-5 text-center text-muted tabular-nums">
                  {marks[state] ?? index + 1}
                </span>
                <span>{part.title}</span>
                <span className="sr-only">({state})</span>
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** A section that is folded as a whole. */
const unfold = (section: string) =>
  document.querySelector(`#${section} > details:only-child`)?.setAttribute('open', '')

function stateOf(
  kind: FormName,
  section: string,
  values: Record<string, unknown>,
  bad: ReadonlySet<string | undefined>,
): State {
  const names = fieldsOfSection(kind, section)
  if (names.some((name) => bad.has(name))) return 'has a problem'
  const required = names.filter((name) => fieldOf(name)[kind]?.required)
  if (required.length > 0)
    return required.every((name) => isFilled(values[name])) ? 'done' : 'to do'
  const optional = names.filter((name) => typeof fieldOf(name)[kind]?.default !== 'string')
  return optional.some((name) => isFilled(values[name])) ? 'done' : 'to do'
}

/** Says that the form was restored, and offers to empty it. */
export function RestoredDraft({
  isRestored,
  onDiscard,
}: {
  isRestored: boolean
  onDiscard: () => void
}) {
  return (
    <div role="status" className="empty:-mb-4">
      {isRestored && (
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          Draft restored
          <Button label="Discard" look="quiet" size="sm" onClick={onDiscard} />
        </p>
      )}
    </div>
  )
}

export function NeedsScripts() {
  return (
    <div className="hidden rounded-sm border-l-4 border-action bg-action-wash p-4 noscript:block">
      <p className="font-semibold">This form needs JavaScript.</p>
      <p>
        Please switch it on in your browser, or send the facts to{' '}
        <MailLink address={site.emails.postings} />.
      </p>
    </div>
  )
}

type Props = {
  form: AnyForm
  /** The form's fields; only they can be missing. */
  defaults: object
}

/** How complete the posting is, with links to the missing fields. */
export function CompletenessMeter({ form, defaults }: Props) {
  const values = useWatch({ control: form.hook.control })
  const { percent, missing } = completenessOf({ ...defaults, ...values })
  return (
    <section
      aria-labelledby="completeness"
      className="rounded-md border border-line bg-surface p-4"
    >
      <h2
        id="completeness"
        className="flex items-baseline justify-between gap-4 text-xs font-semibold"
      >
        What physicians look for
        <span className="font-normal text-muted tabular-nums">{percent}%</span>
      </h2>
      <ProgressBar label="What physicians look for" value={percent / 100} className="mt-2" />
      {missing.length === 0 ? (
        <p className="mt-3 text-xs text-muted">Everything is there.</p>
      ) : (
        <>
          <p className="mt-3 text-xs text-muted">Still missing:</p>
          <ul className="mt-1 flex flex-col">
            {missing.slice(0, maxNamed).map(({ label, field }) => (
              <li key={field}>
                <button
                  type="button"
                  onClick={() => form.focusField(field)}
                  className="text-link min-h-6 w-full text-left text-xs pointer-coarse:min-h-11"
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** A longer list would discourage. */
const maxNamed = 5

/** How much of what physicians look for a posting states. */

type Form = Readonly<Record<string, unknown>>
type Part = { label: string; fields: readonly string[]; weight: number }

/** Shorter descriptions mostly repeat the title. */
const fullDescription = 400

const helpful = fieldNames.flatMap((field) => {
  const [label, weight] = fieldOf(field).helps ?? []
  return label !== undefined && weight !== undefined ? { field, label, weight } : []
})
const parts: readonly Part[] = [...Map.groupBy(helpful, (part) => part.label)].map(
  ([label, some]) => ({
    label,
    fields: some.map((part) => part.field),
    weight: some[0]?.weight ?? 0,
  }),
)

/** `percent` counts the fields that this form has; `missing` starts with the most useful. */
export function completenessOf(form: Form): {
  percent: number
  missing: { label: string; field: string }[]
} {
  const shown = parts
    .map((part) => ({ ...part, fields: part.fields.filter((field) => Object.hasOwn(form, field)) }))
    .filter((part) => part.fields.length > 0)
  const missing = shown.filter(({ fields }) => !fields.some((field) => says(field, form[field])))
  const total = weightOf(shown)
  return {
    percent: total === 0 ? 100 : Math.round((100 * (total - weightOf(missing))) / total),
    missing: missing
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ label, fields }) => ({ label, field: fields[0] ?? '' })),
  }
}

const weightOf = (some: readonly Part[]) => some.reduce((sum, part) => sum + part.weight, 0)

function says(field: string, value: unknown) {
  if (typeof value === 'string')
    return field === 'description' ? characterCount(value) >= fullDescription : value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
}
