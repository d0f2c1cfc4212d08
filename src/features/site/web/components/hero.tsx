import { useQuery } from '@tanstack/react-query'
import { chipLabel, landingSpecialties } from '#features/site/config.ts'
import { buttonClass } from '#ui/button.tsx'
import { chipClass } from '#ui/chip.tsx'
import { CollarLine } from '#ui/motif.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { heroFiguresQuery } from '../queries.ts'
import { HeroSearch } from './hero-search.tsx'

/** On a phone the search comes right after the heading; on a wide screen the figures stand beside it. */
export function Hero() {
  return (
    <section className="border-b border-line bg-surface">
      <div className="page-column grid gap-x-12 gap-y-8 py-10 sm:py-16 lg:grid-cols-[1fr_auto] lg:pb-12">
        <div className="max-w-prose">
          <h1 className="text-2xl font-bold">Physician jobs, with the pay in plain sight.</h1>
          <p className="mt-4 text-base text-muted">
            What the job is, where it is and what it pays, before anything else. Search by specialty and place; no account needed.
          </p>
        </div>
        <HeroSearch />
        <div className="grid gap-x-8 gap-y-6 lg:col-span-2 lg:grid-cols-[1fr_auto] lg:items-end">
          <Popular />
          <Link to="/" search={{ show: 'jobs' }} className={buttonClass('secondary')}>
            Show All Physician Jobs
          </Link>
        </div>
        <Figures />
      </div>
    </section>
  )
}

function Popular() {
  return (
    <div>
      <h2 className="eyebrow mb-2">Popular specialties</h2>
      <ul className="flex flex-wrap gap-2">
        {landingSpecialties.map((specialty) => (
          <li key={specialty}>
            <Link to="/" search={{ show: 'jobs', specialty }} className={chipClass}>
              {chipLabel(specialty)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Without an answer it claims nothing. */
function Figures() {
  const { data } = useQuery(heroFiguresQuery)
  if (!data) return null
  return (
    <div className="lg:col-start-2 lg:row-start-1 lg:self-end">
      <CollarLine className="mb-5 w-full text-action max-lg:hidden" />
      <dl className="grid grid-cols-3 divide-x divide-line max-lg:border-t max-lg:border-line max-lg:pt-6">
        {data.figures.map(({ value, label, isPay }) => (
          <div key={label} className="flex flex-col-reverse not-first:pl-4 not-last:pr-4 sm:not-first:pl-6 sm:not-last:pr-6">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={`text-lg font-semibold sm:text-xl ${isPay ? 'text-pay' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
