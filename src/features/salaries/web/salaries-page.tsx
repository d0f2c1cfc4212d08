import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { listedHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { offerPath, salariesPath } from '#shared/paths.ts'
import { EmptyState, Skeleton } from '#ui/feedback.tsx'
import { TextLink, type PageArgs } from '#platform/web/navigation.tsx'
import { HowCounted, SpecialtyChart, salariesQuery } from './components/salary-chart.tsx'

export const loadSalaries = ({ queryClient }: Pick<PageArgs, 'queryClient'>) =>
  queryClient.ensureQueryData(salariesQuery)

export const head = listedHead(
  'Physician Salaries by Specialty',
  () =>
    'What physician jobs pay in each specialty: median and range of the active postings on this ' +
    'board, no survey.',
  salariesPath,
)

/** `map` shows pay by state. */
export function SalariesPage({ map }: { map: ReactNode }): ReactNode {
  const { data, isError } = useQuery(salariesQuery)
  const specialties = data?.specialties ?? []
  const postings = specialties.reduce((sum, row) => sum + row.postings, 0)

  return (
    <article className="page-column flex flex-col gap-10 pt-10 sm:pt-14">
      <header className="max-w-prose">
        <h1 className="text-2xl font-bold">Physician Salaries</h1>
        <p className="mt-3 text-base text-muted">
          What physician jobs pay, by specialty
          {postings > 0 &&
            `: median and range of ${formatNumber(postings)} active postings on this board`}
          . Choose a specialty to see it by state.
        </p>
        <p className="mt-3">
          <TextLink to={offerPath}>Is my offer fair?</TextLink>
        </p>
      </header>
      {data && specialties.length === 0 && (
        <EmptyState title="Not enough postings yet">
          We show pay once five active postings of a specialty state it.
        </EmptyState>
      )}
      {isError && <p role="alert">We could not load the figures. Please try again.</p>}
      {!data && !isError && <Skeleton className="h-dvh" />}
      {specialties.length > 0 && (
        <>
          <SpecialtyChart group="all specialties" rows={specialties} />
          <section className="border-t border-line pt-5">
            <h2 className="mb-3 text-lg font-semibold">Pay by state</h2>
            {map}
          </section>
        </>
      )}
      <HowCounted />
    </article>
  )
}
