import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { countText } from '#features/jobs/display.ts'
import { pageHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { employerDirectoryPath, employerPath, employersPath } from '#shared/paths.ts'
import { EmptyState, LoadFailure, Skeleton } from '#ui/feedback.tsx'
import { TextField } from '#ui/field.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { ListSearch, SearchButton, Steps } from '#platform/web/list-search.tsx'
import {
  Link,
  TextLink,
  useShownPage,
  type Head,
  type PageArgs,
} from '#platform/web/navigation.tsx'

const employersQuery = (prefix: string, after: string) =>
  apiQuery('GET /api/employers', { query: { prefix, after } })

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

type Asked = { q: string; after: string }

const askedIn = ({ q, after }: Record<string, unknown>): Asked => ({
  q: typeof q === 'string' ? q.trim().slice(0, 100) : '',
  after: typeof after === 'string' ? after.slice(0, 200) : '',
})

export async function load({ queryClient, search }: PageArgs): Promise<void> {
  const { q, after } = askedIn(search)
  await queryClient.prefetchQuery(employersQuery(q, after))
}

export function head({ site, search }: PageArgs): Head {
  const { q, after } = askedIn(search)
  return pageHead({
    site,
    title: 'Employers of Physicians',
    description: 'Every employer with open physician jobs, by name, with how many it has.',
    path: employerDirectoryPath,
    noindex: q !== '' || after !== '',
  })
}

/** Every employer with open jobs, by name: found by its first letters. */
export function Page(): ReactNode {
  const { q, after } = askedIn(useShownPage().search)
  return (
    <article className="page-column flex flex-col gap-6 pt-10 sm:pt-14">
      <header>
        <h1 className="text-2xl font-bold">Employers of physicians</h1>
        <p className="mt-2 max-w-prose text-base text-muted">
          All employers with open jobs, A–Z. Hiring yourself?{' '}
          <TextLink to={employersPath}>Post a job</TextLink>.
        </p>
      </header>
      <ListSearch
        label="Employers"
        to={employerDirectoryPath}
        params={q === '' ? {} : { q }}
        className="flex max-w-prose items-end gap-3"
      >
        <TextField
          label="Starts with"
          className="grow"
          name="q"
          type="search"
          maxLength={100}
          defaultValue={q}
        />
        <SearchButton />
      </ListSearch>
      <nav aria-label="First letter">
        <ul className="flex flex-wrap gap-1">
          {letters.map((letter) => (
            <li key={letter}>
              <Link
                to={employerDirectoryPath}
                search={{ q: letter }}
                aria-current={q.toUpperCase() === letter ? 'page' : undefined}
                className="grid size-8 place-items-center rounded-sm font-medium text-action no-underline hover:bg-action-wash aria-[current]:bg-action-wash pointer-coarse:size-11"
              >
                {letter}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Employers q={q} after={after} />
    </article>
  )
}

function Employers({ q, after }: Asked) {
  const { data, isError, refetch } = useQuery(employersQuery(q, after))
  if (isError)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        Failed to load the employers. Please try again.
      </LoadFailure>
    )
  if (!data) return <Skeleton className="h-80" />
  if (data.employers.length === 0)
    return (
      <EmptyState title="No employers found">
        No employer with open jobs has a name that begins like that.
      </EmptyState>
    )
  return (
    <>
      <ul aria-label="Employers" className="columns-1 gap-x-12 border-t border-line sm:columns-2">
        {data.employers.map((employer) => (
          <EmployerRow key={`${employer.name} ${employer.alsoNamed ?? ''}`} employer={employer} />
        ))}
      </ul>
      <Steps
        to={employerDirectoryPath}
        params={{ ...(q && { q }), ...(after && { after }) }}
        by="after"
        next={data.next}
        labels={{ first: 'First employers', next: 'More employers' }}
      />
    </>
  )
}

type Employer = ResponseOf<'GET /api/employers'>['employers'][number]

function EmployerRow({ employer }: { employer: Employer }) {
  const { name, jobs, isVerifiedHospital, alsoNamed } = employer
  const path = employerPath(name)
  return (
    <li className={`break-inside-avoid border-b border-line py-2 ${path ? 'opens' : ''}`}>
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-semibold">
          {path === undefined ? (
            name
          ) : (
            <Link to={path} className="row-link">
              {name}
            </Link>
          )}
          {isVerifiedHospital && (
            <>
              {' '}
              <BadgeCheck aria-hidden className="inline size-4 text-action" />
              <span className="sr-only">Verified hospital</span>
            </>
          )}
        </span>
        <span className="shrink-0 text-xs text-muted tabular-nums">{countText(jobs)}</span>
      </p>
      <p className="text-xs text-muted">{aboutText(employer)}</p>
      {alsoNamed !== null && <p className="text-xs text-muted">Also {alsoNamed}</p>}
    </li>
  )
}

/** 'Austin, TX +2 · Hospital · Cardiology, Urology'. */
const aboutText = ({ place, places, organizationType, specialties }: Employer) =>
  [
    place && (places > 1 ? `${place} +${places - 1}` : place),
    organizationType,
    specialties.join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
