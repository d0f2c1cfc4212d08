import { useState } from 'react'
import type { ComponentProps } from 'react'
import type { PostingSummary } from '#features/postings/contract-parts.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link, useHydrated, useShownPage } from '#web/lib/navigation.tsx'
import { listAddress, pagesOf } from '../dashboard-routes.ts'
import type { ListAddress } from '../dashboard-routes.ts'
import { BulkActions } from './bulk-actions.tsx'
import { PostingRow } from './posting-row.tsx'

type Props = { postings: readonly PostingSummary[]; found: number; address: ListAddress }

export function PostingList({ postings, found, address }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const hydrated = useHydrated()
  if (postings.length === 0) {
    return <EmptyState title="No postings found">None of your postings fits. Try other words, or another status.</EmptyState>
  }
  // What has gone meanwhile is not acted upon.
  const selected = postings.filter(({ id }) => chosen.has(id))

  function choose(id: string, isChosen: boolean): void {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-2">
        <Checkbox
          label="Select all on this page"
          disabled={!hydrated}
          checked={selected.length === postings.length}
          onChange={({ target }) => setChosen(new Set(target.checked ? postings.map(({ id }) => id) : []))}
        />
        <BulkActions selected={selected} onDone={() => setChosen(new Set())} />
      </div>
      <ul aria-labelledby="postings" className="-mt-4">
        {postings.map((posting) => (
          <PostingRow
            key={posting.id}
            posting={posting}
            isChosen={chosen.has(posting.id)}
            onChoose={(isChosen) => choose(posting.id, isChosen)}
          />
        ))}
      </ul>
      <Pagination page={address.page} totalPages={pagesOf(found)} link={ListPageLink} />
    </>
  )
}

function ListPageLink({ page, ...link }: ComponentProps<ComponentProps<typeof Pagination>['link']>) {
  const { q, status, sort } = listAddress(useShownPage().search)
  return <Link to={employerDashboardPath} search={{ q, status, sort, page: page === 1 ? undefined : page }} {...link} />
}

export function PostingListSkeleton() {
  return (
    <ul aria-label="Loading your job postings" aria-busy="true">
      {['first', 'second', 'third'].map((row) => (
        <li key={row} className="flex flex-col gap-2 border-b border-line py-4">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="h-5 w-96 max-w-full" />
        </li>
      ))}
    </ul>
  )
}
