import type { ComponentProps } from 'react'
import { useQuery } from '@tanstack/react-query'
import { specialties } from '#features/jobs/specialties.ts'
import { moderationPath } from '#shared/paths.ts'
import { ChoiceLinks } from '#web/lib/choice-links.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useNavigate } from '#web/lib/navigation.tsx'
import { channelLabels, kindLabels, sourceLabel, queueSourcesQuery } from '../queries.ts'
import { cappedText } from './queue-age.tsx'

type Props = {
  /** What the address says, but for the page. */
  params: Record<string, string>
  counts: { pending: number; unread: number; report: number }
}

export function QueueFilters({ params, counts }: Props) {
  const navigate = useNavigate()
  const { data: { sources = [] } = {} } = useQuery(queueSourcesQuery)
  const chosen = params['source']
  const known = chosen === undefined || sources.some((it) => it.source === chosen)
  const choose = (name: string) => (value: string) => navigate({ to: moderationPath, search: { ...params, [name]: value } })

  return (
    <section aria-label="Filter the queue" className="mt-6">
      <ChoiceLinks
        to={moderationPath}
        choices={kinds.map(({ kind, label }) => ({
          label,
          count: cappedText(kind === '' ? counts.pending + counts.unread + counts.report : counts[kind]),
          search: { ...params, kind },
          isCurrent: kind === (params['kind'] ?? ''),
        }))}
      />
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        <Choice label="Channel" value={params['channel']} onChoose={choose('channel')} options={channelLabels} />
        <Choice
          label="Source"
          value={chosen}
          onChoose={choose('source')}
          options={[
            ...sources.map(({ source, pending }) => ({
              value: source,
              label: `${sourceLabel(source)} (${cappedText(pending)})`,
            })),
            ...(known ? [] : [{ value: chosen, label: sourceLabel(chosen) }]),
          ]}
        />
        <Choice label="Specialty" value={params['specialty']} onChoose={choose('specialty')} options={specialties} />
      </div>
    </section>
  )
}

const kinds = [
  { kind: '', label: 'All' },
  { kind: 'pending', label: kindLabels.pending },
  { kind: 'unread', label: kindLabels.unread },
  { kind: 'report', label: kindLabels.report },
] as const

type ChoiceProps = {
  label: string
  value: string | undefined
  onChoose: (value: string) => void
  options: ComponentProps<typeof Select>['options'] & {}
}

export function Choice({ label, value = '', onChoose, options }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChoose(event.target.value)} empty="All" options={options} />
      )}
    </Field>
  )
}
