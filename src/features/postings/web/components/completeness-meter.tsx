import { useWatch } from 'react-hook-form'
import { fieldNames, fieldOf } from '#features/jobs/fields.ts'
import { characterCount } from '#features/postings/model.ts'
import { ProgressBar } from '#ui/figures.tsx'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'

type Props = {
  form: AnyForm
  /** The form's fields; only they can be missing. */
  defaults: object
}

/** How complete the posting is, with links to the missing fields. */
export function CompletenessMeter({ form: { hook, element }, defaults }: Props) {
  const values = useWatch({ control: hook.control }) as Record<string, unknown>
  const { percent, missing } = completenessOf({ ...defaults, ...values })

  function goTo(field: string): void {
    // Opens a closed section, because a hidden field takes no focus.
    element.current?.querySelector(`[name="${field}"]`)?.closest('details')?.setAttribute('open', '')
    hook.setFocus(field)
  }

  return (
    <section aria-labelledby="completeness" className="rounded-md border border-line bg-surface p-4">
      <h2 id="completeness" className="flex items-baseline justify-between gap-4 text-xs font-semibold">
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
            {missing.slice(0, mostNamed).map(({ label, field }) => (
              <li key={field}>
                <button
                  type="button"
                  onClick={() => goTo(field)}
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
const mostNamed = 5

/** How much of what physicians look for a posting states. */

type Form = Readonly<Record<string, unknown>>
type Part = { label: string; fields: readonly string[]; weight: number }

/** Shorter descriptions mostly repeat the title. */
const fullDescription = 400

const helpful = fieldNames.flatMap((field) => {
  const [label, weight] = fieldOf(field).helps ?? []
  return label !== undefined && weight !== undefined ? { field, label, weight } : []
})
const parts: readonly Part[] = [...Map.groupBy(helpful, (it) => it.label)].map(([label, some]) => ({
  label,
  fields: some.map((it) => it.field),
  weight: some[0]?.weight ?? 0,
}))

/** `percent` counts the fields that this form has; `missing` starts with the most useful. */
export function completenessOf(form: Form): { percent: number; missing: { label: string; field: string }[] } {
  const asked = parts
    .map((part) => ({ ...part, fields: part.fields.filter((field) => Object.hasOwn(form, field)) }))
    .filter((part) => part.fields.length > 0)
  const missing = asked.filter(({ fields }) => !fields.some((field) => says(field, form[field])))
  const total = weightOf(asked)
  return {
    percent: total === 0 ? 100 : Math.round((100 * (total - weightOf(missing))) / total),
    missing: missing
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ label, fields }) => ({ label, field: fields[0] ?? '' })),
  }
}

const weightOf = (some: readonly Part[]): number => some.reduce((sum, it) => sum + it.weight, 0)

function says(field: string, value: unknown): boolean {
  if (typeof value === 'string') return field === 'description' ? characterCount(value) >= fullDescription : value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null
}
