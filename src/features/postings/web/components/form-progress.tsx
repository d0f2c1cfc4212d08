import { Check, CircleAlert } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'

export type FormPart = {
  /** Of the section's element. */
  id: string
  title: string
  fields: readonly string[]
  /** What has to be filled in; a part without such fields may be left out. */
  required: readonly string[]
}

type State = 'to do' | 'done' | 'has a problem' | 'may be left out'

/** The parts of a long form, where each stands, and the way there. */
export function FormProgress<Input extends FieldValues, Output>({
  form,
  parts,
}: {
  form: ApiFormState<Input, Output>
  parts: readonly FormPart[]
}) {
  const values = useWatch({ control: form.hook.control }) as Record<string, unknown>
  const bad = new Set(form.problems.map(({ field }) => field?.split('.')[0]))
  return (
    <nav aria-label="Sections of the form">
      <ol className="flex flex-col">
        {parts.map((part, index) => {
          const state = stateOf(part, values, bad)
          return (
            <li key={part.id}>
              <a
                href={`#${part.id}`}
                className="flex min-h-8 items-center gap-2 text-xs text-ink no-underline hover:text-action pointer-coarse:min-h-11"
              >
                <Mark state={state} number={index + 1} />
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

function stateOf({ fields, required }: FormPart, values: Record<string, unknown>, bad: ReadonlySet<string | undefined>): State {
  if (fields.some((field) => bad.has(field))) return 'has a problem'
  if (required.length > 0) return required.every((field) => isFilled(values[field])) ? 'done' : 'to do'
  return fields.some((field) => isFilled(values[field])) ? 'done' : 'may be left out'
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value === true
}

function Mark({ state, number }: { state: State; number: number }) {
  const base = 'inline-flex size-5 shrink-0 items-center justify-center rounded-full border text-xs tabular-nums'
  if (state === 'has a problem') return <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
  if (state === 'done') {
    return (
      <span aria-hidden className={`${base} border-action bg-action text-on-action`}>
        <Check className="size-3.5" />
      </span>
    )
  }
  return (
    <span aria-hidden className={`${base} border-edge text-muted`}>
      {number}
    </span>
  )
}
