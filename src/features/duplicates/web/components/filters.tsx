import { specialties } from '#features/jobs/specialties.ts'
import { duplicatesPath } from '#shared/paths.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useNavigate } from '#web/lib/navigation.tsx'
import { leastScore } from '#features/duplicates/model.ts'

type Props = {
  /** What the address says. */
  params: Record<string, string>
  sources: readonly string[]
}

const scores = [95, 90, 85, 80, 75]

export function Filters({ params: { page: _page, ...params }, sources }: Props) {
  const navigate = useNavigate()
  const source = params['source']
  const offered = source !== undefined && !sources.includes(source) ? [source, ...sources] : sources
  const choices = [
    { name: 'source', label: 'Source', any: 'All sources', options: offered.map((it) => ({ value: it, label: it })) },
    {
      name: 'specialty',
      label: 'Specialty',
      any: 'All specialties',
      options: specialties.map((it) => ({ value: it, label: it })),
    },
    { name: 'state', label: 'State', any: 'All states', options: stateCodes.map((it) => ({ value: it, label: stateName(it) })) },
    {
      name: 'minScore',
      label: 'Similarity',
      any: `${leastScore}% or more`,
      options: scores.map((it) => ({ value: `${it}`, label: `${it}% or more` })),
    },
  ]
  return (
    <section aria-label="Filter the pairs" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {choices.map(({ name, label, any, options }) => (
        <Field key={name} label={label}>
          {(control) => (
            <Select
              {...control}
              value={params[name] ?? ''}
              onChange={(event) =>
                navigate({ to: duplicatesPath, search: { ...params, [name]: event.target.value }, keepScroll: true })
              }
            >
              <option value="">{any}</option>
              {options.map((it) => (
                <option key={it.value} value={it.value}>
                  {it.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </section>
  )
}
