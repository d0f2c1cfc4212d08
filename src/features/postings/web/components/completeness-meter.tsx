import { useWatch } from 'react-hook-form'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import { completenessOf } from '#features/postings/completeness.ts'

/** How much the posting says of what physicians look for, with ways to what it leaves out. */
export function CompletenessMeter<Input extends FieldValues, Output>({
  form: { hook, element },
  defaults,
}: {
  form: ApiFormState<Input, Output>
  /** The form's fields: only what it asks for can be missing. */
  defaults: Input
}) {
  const values = useWatch({ control: hook.control }) as Record<string, unknown>
  const { percent, missing } = completenessOf({ ...defaults, ...values })

  function goTo(field: string): void {
    // It may stand in a part that is closed, and what is not seen takes no focus.
    element.current?.querySelector(`[name="${field}"]`)?.closest('details')?.setAttribute('open', '')
    hook.setFocus(field as FieldPath<Input>)
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
          <p className="mt-3 text-xs text-muted">Would still help:</p>
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

/** More at once would only discourage. */
const mostNamed = 5
