import { useQuery } from '@tanstack/react-query'
import { factLabels } from '#features/imports/facts.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { moderationPath } from '#shared/paths.ts'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { ListSearch, SelectFields } from '#platform/web/list-search.tsx'
import type { doubtFilters, QueueKind } from '#features/moderation/model.ts'
import { channelLabels, kindLabels, queueSourcesQuery, sourceLabel } from '../queries.ts'
import { cappedText } from './queue-age.tsx'

type Props = { params: Record<string, string>; counts: Record<QueueKind, number> }

export function QueueFilters({ params: { page: _page, ...params }, counts }: Props) {
  const { data: { sources = [] } = {} } = useQuery(queueSourcesQuery)
  const { source: chosen, kind: shown = '' } = params
  const isUnknown = chosen !== undefined && !sources.some((it) => it.source === chosen)
  return (
    <>
      <ChoiceLinks
        to={moderationPath}
        className="mt-6"
        choices={kinds.map(({ kind, label }) => ({
          label,
          count: cappedText(kind === '' ? counts.pending + counts.edit + counts.unread + counts.report : counts[kind]),
          search: { ...params, kind },
          isCurrent: kind === shown,
        }))}
      />
      <ListSearch
        label="Filter the queue"
        to={moderationPath}
        params={params}
        className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4"
      >
        <input type="hidden" name="kind" defaultValue={shown} />
        <SelectFields
          params={params}
          choices={[
            { name: 'channel', label: 'Channel', options: channelLabels },
            {
              name: 'source',
              label: 'Source',
              options: [
                ...sources.map(({ source, pending }) => ({
                  value: source,
                  label: `${sourceLabel(source)} (${cappedText(pending)})`,
                })),
                ...(isUnknown ? [{ value: chosen, label: sourceLabel(chosen) }] : []),
              ],
            },
            { name: 'specialty', label: 'Specialty', options: specialties },
            { name: 'doubt', label: 'Doubtful fact', options: doubtLabels },
          ]}
        />
      </ListSearch>
    </>
  )
}

const doubtLabels: Record<(typeof doubtFilters)[number], string> = {
  any: 'Any',
  place: factLabels.place,
  profession: factLabels.profession,
  specialty: factLabels.specialty,
  pay: factLabels.pay,
  none: 'None',
}

const kinds = [
  { kind: '', label: 'All' },
  { kind: 'pending', label: kindLabels.pending },
  { kind: 'edit', label: kindLabels.edit },
  { kind: 'unread', label: kindLabels.unread },
  { kind: 'report', label: kindLabels.report },
] as const
