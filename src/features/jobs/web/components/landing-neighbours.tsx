import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'
import { isSpecialty, specialtySlug } from '#features/jobs/specialties.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import { Link } from '#web/lib/navigation.tsx'
import type { LandingCriteria } from '../landing-route.ts'
import { facetsQuery } from '../queries.ts'

const linkClass = 'list-link'

/** The same specialty in other states, and other specialties here: each with how many jobs are there. */
export function LandingNeighbours({ criteria: { specialty, state } }: { criteria: LandingCriteria }) {
  const { data } = useQuery(facetsQuery(state ? { specialty, state } : { specialty }))
  if (!data) return null
  const slug = specialtySlug(specialty)
  const states = data.counts.states.filter((it) => it.count > 0 && it.value !== state && it.value !== 'OTHER')
  const specialties = data.counts.specialties.filter((it) => it.count > 0 && it.value !== specialty && it.value !== 'Other')

  return (
    <div className="page-column mt-12 flex flex-col gap-10">
      <Neighbours title={`${specialty} jobs by state`}>
        {states.map(({ value, count }) => (
          <li key={value}>
            <Link
              to="/jobs/specialty/:specialty/:state"
              params={{ specialty: slug, state: value.toLowerCase() }}
              className={linkClass}
            >
              {isStateCode(value) ? stateName(value) : value}
              <Count>{count}</Count>
            </Link>
          </li>
        ))}
      </Neighbours>
      <Neighbours title={state ? `Other jobs in ${stateName(state)}` : 'Other specialties'}>
        {specialties
          .filter((it) => isSpecialty(it.value))
          .map(({ value, count }) => (
            <li key={value}>
              <SpecialtyLink specialty={value} state={state}>
                {value}
                <Count>{count}</Count>
              </SpecialtyLink>
            </li>
          ))}
      </Neighbours>
    </div>
  )
}

function SpecialtyLink({ specialty, state, children }: { specialty: string; state: string | undefined; children: ReactNode }) {
  const slug = isSpecialty(specialty) ? specialtySlug(specialty) : ''
  if (state === undefined) {
    return (
      <Link to="/jobs/specialty/:specialty" params={{ specialty: slug }} className={linkClass}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/jobs/specialty/:specialty/:state" params={{ specialty: slug, state: state.toLowerCase() }} className={linkClass}>
      {children}
    </Link>
  )
}

function Neighbours({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="mt-3 columns-2 gap-x-8 sm:columns-3 lg:columns-4">{children}</ul>
    </section>
  )
}

const Count = ({ children }: { children: number }) => (
  <span className="ml-2 text-xs text-muted tabular-nums">{formatNumber(children)}</span>
)
