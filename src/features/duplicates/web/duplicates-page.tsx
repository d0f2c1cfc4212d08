import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { moderators } from '#shared/contract.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { duplicatesPath } from '#shared/paths.ts'
import { Alert, EmptyState, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'
import { useShownPage, pick, laterPage, type Search } from '#platform/web/navigation.tsx'
import { ListSearch, Pages, SelectFields } from '#platform/web/list-search.tsx'
import { PageKeys, useListFocus, useShortcuts } from '#platform/web/list-keys.tsx'
import { specialties } from '#vocabulary/specialties.ts'
import type { Detail, LikelyDuplicate } from '../contract.ts'
import { Comparison, takenOf, type Chosen } from './components/comparison.tsx'

/** Other administrators decide, too. */
const duplicatesQuery = (query: Search) =>
  apiQuery('GET /api/admin/duplicates', { query }, { staleTime: 5000 })

export const load = loadForAdmins(
  ({ search }) => [duplicatesQuery(duplicatesParams(search))],
  moderators,
)

export const head = unlistedHead(
  'Duplicates',
  'Jobs that are probably on the site twice.',
  duplicatesPath,
)

const duplicatesParams = (search: Search) => ({
  ...pick<'GET /api/admin/duplicates'>(search, ['source', 'specialty']),
  ...laterPage(search),
})

const keys = [
  { keys: ['J'], does: 'Next pair' },
  { keys: ['K'], does: 'Previous pair' },
  { keys: ['S'], does: 'Keep the other job' },
  { keys: ['M'], does: 'Merge' },
  { keys: ['D'], does: 'Dismiss: not the same job' },
]

export const Page = () => (
  <AdminPage
    who={moderators}
    title="Duplicates"
    intro="Open jobs that are probably the same, most similar first."
    actions={<PageKeys keys={keys} />}
  >
    <Found />
  </AdminPage>
)

function Found() {
  const params = duplicatesParams(useShownPage().search)
  const { data, isError } = useQuery(duplicatesQuery(params))
  if (isError)
    return (
      <Alert tone="danger">
        Failed to load the pairs. Please refresh the page or try again later.
      </Alert>
    )
  if (!data) return <Spinner />
  const count = formatNumber(data.total)
  const { source } = params
  return (
    <>
      <ListSearch
        label="Filter the pairs"
        to={duplicatesPath}
        params={params}
        className="grid max-w-form grid-cols-2 gap-3"
      >
        <SelectFields
          params={params}
          choices={[
            {
              name: 'source',
              label: 'Source',
              any: 'All sources',
              options:
                source !== undefined && !data.sources.includes(source)
                  ? [source, ...data.sources]
                  : data.sources,
            },
            { name: 'specialty', label: 'Specialty', any: 'All specialties', options: specialties },
          ]}
        />
      </ListSearch>
      <p role="status" className="mt-4 text-sm text-muted tabular-nums">
        {data.totalIsCapped
          ? `More than ${count} pairs`
          : data.total === 1
            ? '1 pair'
            : `${count} pairs`}
      </p>
      {data.pairs.length === 0 && (
        <EmptyState title="No likely duplicates">
          {Object.keys(params).length === 0
            ? 'We compare new and changed jobs every minute.'
            : 'No pair matches this filter.'}
        </EmptyState>
      )}
      <Pairs key={JSON.stringify(params)} pairs={data.pairs} />
      <Pages to={duplicatesPath} params={params} totalPages={data.totalPages} />
    </>
  )
}

const without = (ids: readonly string[], id: string) => ids.filter((candidate) => candidate !== id)

function Pairs({ pairs: loaded }: { pairs: readonly LikelyDuplicate[] }) {
  const list = useRef<HTMLOListElement>(null)
  const queryClient = useQueryClient()
  /** Decided pairs, hidden until the list is refetched. */
  const [leaving, setLeaving] = useState<readonly string[]>([])
  /** Of which the one that was added later stays. */
  const [swapped, setSwapped] = useState<readonly string[]>([])
  /** For each pair, of which job a detail stays where an administrator chose another than we did. */
  const [chosen, setChosen] = useState<Record<string, Chosen>>({})
  const pairs = loaded
    .filter((pair) => !leaving.includes(pair.id))
    .map((pair) =>
      swapped.includes(pair.id) ? { ...pair, kept: pair.other, other: pair.kept } : pair,
    )
  const focus = useListFocus(list, pairs, (pair) => pair.id)

  /** A refused pair is listed again. */
  async function decide(id: string, call: () => Promise<Parameters<typeof toast>[0]>) {
    focus.leave([id])
    setLeaving((now) => [...now, id])
    try {
      toast(await call())
    } catch (error) {
      setLeaving((now) => without(now, id))
      toastFailure(error)
    }
    await invalidateCalls(queryClient, ['GET /api/admin/duplicates'])
  }

  const dismiss = ({ id }: LikelyDuplicate) =>
    void decide(id, async () => {
      await callApi('POST /api/admin/duplicates/:id/dismissal', { params: { id } })
      return {
        title: 'Dismissed: not the same job',
        action: {
          label: 'Undo',
          run: () => void undo(id, 'DELETE /api/admin/duplicates/:id/dismissal', 'Listed again'),
        },
      }
    })

  async function undo(
    id: string,
    call: 'DELETE /api/admin/duplicates/:id/dismissal' | 'DELETE /api/admin/duplicates/:id/merge',
    title: string,
  ) {
    try {
      await callApi(call, { params: { id } })
      setLeaving((now) => without(now, id))
      toast({ title })
    } catch (error) {
      toastFailure(error)
    }
    await invalidateCalls(queryClient, ['GET /api/admin/duplicates'])
  }

  const merge = (pair: LikelyDuplicate) => {
    const { id } = pair
    void decide(id, async () => {
      const body = { keepsOther: swapped.includes(id), takes: takenOf(pair, chosen[id]) }
      const { referenceId } = await callApi('POST /api/admin/duplicates/:id/merge', {
        params: { id },
        body,
      })
      return {
        title: 'Merged',
        description: `${referenceId} now has everything from both.`,
        action: {
          label: 'Undo',
          run: () => void undo(id, 'DELETE /api/admin/duplicates/:id/merge', 'Merge undone'),
        },
      }
    })
  }

  const choose = (id: string, detail: Detail, jobId: string) =>
    setChosen((now) => ({ ...now, [id]: { ...now[id], [detail]: jobId } }))

  const swap = ({ id }: LikelyDuplicate) =>
    setSwapped((now) => (now.includes(id) ? without(now, id) : [...now, id]))

  useShortcuts({
    s: () => focus.withCurrent(swap),
    j: () => focus.move(1),
    k: () => focus.move(-1),
    m: () => focus.withCurrent(merge),
    d: () => focus.withCurrent(dismiss),
  })

  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Likely duplicates"
        className="mt-4 flex flex-col gap-4 empty:outline-none"
      >
        {pairs.map((pair) => (
          <li
            key={pair.id}
            data-key={pair.id}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the keys are about
            tabIndex={0}
            aria-label={`${pair.kept.title} and ${pair.other.title}, ${pair.score}% alike`}
            className={`scroll-my-24 ${cardClass} p-4 sm:p-5`}
          >
            <div className="flex items-baseline justify-between gap-x-6">
              <h2 className="min-w-0 text-base font-semibold">{pair.kept.title}</h2>
              <p className="shrink-0 text-sm font-semibold tabular-nums">{pair.score}% alike</p>
            </div>
            <Comparison
              pair={pair}
              isSwapped={swapped.includes(pair.id)}
              chosen={chosen[pair.id]}
              onChoose={(detail, jobId) => choose(pair.id, detail, jobId)}
            />
            <p className="mt-3 flex flex-wrap items-center gap-3">
              <Button label="Merge" size="sm" aria-keyshortcuts="M" onClick={() => merge(pair)} />
              <Button
                label="Not the same"
                look="secondary"
                size="sm"
                aria-keyshortcuts="D"
                onClick={() => dismiss(pair)}
              />
              <Button
                label={`Keep ${pair.other.referenceId} instead`}
                look="quiet"
                size="sm"
                aria-keyshortcuts="S"
                onClick={() => swap(pair)}
              />
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
