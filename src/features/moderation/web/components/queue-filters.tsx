import { useQuery } from '@tanstack/react-query'
import { factLabels } from '#features/imports/facts.ts'
import { moderationPath } from '#shared/paths.ts'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { ListSearch, SelectFields } from '#platform/web/list-search.tsx'
import type { doubtFilters, QueueKind } from '#features/moderation/model.ts'
import { kindLabels, queueSourcesQuery, sourceLabel } from '../queries.ts'
import { cappedText, QueueAge } from './queue-age.tsx'

type Props = { params: Record<string, string>; counts: Record<QueueKind, number>; ages: readonly number[] }

export function QueueFilters({ params: { page: _page, words: _words, ...params }, counts, ages }: Props) {
  const { data: { sources = [] } = {} } = useQuery(queueSourcesQuery)
  const { source: chosen, kind: shown = '' } = params
  const isUnknown = chosen !== undefined && !sources.some((it) => it.source === chosen)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ChoiceLinks
          to={moderationPath}
          choices={kinds.map(({ kind, label }) => ({
            label,
            count: cappedText(kind === '' ? counts.pending + counts.edit + counts.unread + counts.report : counts[kind]),
            search: { ...params, kind },
            isCurrent: kind === shown,
          }))}
        />
        <QueueAge ages={ages} />
      </div>
      <ListSearch label="Filter the queue" to={moderationPath} params={params} className="mt-2 grid grid-cols-2 gap-2">
        <input type="hidden" name="kind" defaultValue={shown} />
        <SelectFields
          params={params}
          hideLabels
          choices={[
            {
              name: 'source',
              label: 'Source',
              any: 'All sources',
              options: [
                ...sources.map(({ source, pending }) => ({
                  value: source,
                  label: `${sourceLabel(source)} (${cappedText(pending)})`,
                })),
                ...(isUnknown ? [{ value: chosen, label: sourceLabel(chosen) }] : []),
              ],
            },
            { name: 'doubt', label: 'Doubtful fact', any: 'With or without doubts', options: doubtLabels },
          ]}
        />
      </ListSearch>
    </>
  )
}

const doubtLabels: Record<(typeof doubtFilters)[number], string> = {
  any: 'Any doubt',
  place: factLabels.place,
  profession: factLabels.profession,
  specialty: factLabels.specialty,
  pay: factLabels.pay,
  employer: factLabels.employer,
  none: 'No doubt',
}

const kinds = [
  { kind: '', label: 'All' },
  { kind: 'pending', label: kindLabels.pending },
  { kind: 'edit', label: kindLabels.edit },
  { kind: 'unread', label: kindLabels.unread },
  { kind: 'report', label: kindLabels.report },
] as const
