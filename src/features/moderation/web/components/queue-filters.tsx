import { useQuery } from '@tanstack/react-query'
import { specialties } from '#features/jobs/specialties.ts'
import { postingChannels } from '#features/postings/model.ts'
import { moderationPath } from '#shared/paths.ts'
import { chipClass } from '#ui/chip.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Link, useNavigate } from '#web/lib/navigation.tsx'
import { channelLabels, kindLabels, sourceLabel } from '../deeds.ts'
import { queueSourcesQuery } from '../queries.ts'
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
      <ul className="flex flex-wrap gap-2">
        {kinds.map(({ kind, label }) => (
          <li key={kind}>
            <Link
              to={moderationPath}
              search={{ ...params, kind }}
              aria-current={kind === (params['kind'] ?? '') ? 'true' : undefined}
              className={`${chipClass} aria-[current]:border-action aria-[current]:bg-action-wash aria-[current]:text-action`}
            >
              {label}{' '}
              <span className="tabular-nums">
                {cappedText(kind === '' ? counts.pending + counts.unread + counts.report : counts[kind])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        <Choice label="Channel" value={params['channel']} onChoose={choose('channel')}>
          {postingChannels.map((it) => ({ value: it, label: channelLabels[it] }))}
        </Choice>
        <Choice label="Source" value={chosen} onChoose={choose('source')}>
          {[
            ...sources.map(({ source, pending }) => ({
              value: source,
              label: `${sourceLabel(source)} (${cappedText(pending)})`,
            })),
            ...(known ? [] : [{ value: chosen, label: sourceLabel(chosen) }]),
          ]}
        </Choice>
        <Choice label="Specialty" value={params['specialty']} onChoose={choose('specialty')}>
          {specialties.map((it) => ({ value: it, label: it }))}
        </Choice>
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
  children: readonly { value: string; label: string }[]
}

export function Choice({ label, value = '', onChoose, children }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">All</option>
          {children.map((it) => (
            <option key={it.value} value={it.value}>
              {it.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
