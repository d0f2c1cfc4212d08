import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { specialties, specialtySlug } from '#vocabulary/specialties.ts'
import { newsletterTexts, type NewsletterOutcome } from '#features/newsletter/model.ts'
import { employerDirectoryPath, jobsPath, specialtyJobsPath, withQuery } from '#shared/paths.ts'
import { formatNumber } from '#shared/numbers.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { chipClass } from '#ui/button.tsx'
import { CollarLine } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { Link, LinkButton } from '#platform/web/navigation.tsx'
import { chipLabel, landingSpecialties } from './site-links.ts'
import { HeroSearch, type SearchProps } from './components/hero-search.tsx'
import { NewsletterForm } from './components/newsletter-form.tsx'

export const heroFiguresQuery = apiQuery('GET /api/hero-figures')

/** What lower features show here. */
export type HomeProps = SearchProps & { jobs: ReactNode; pay: ReactNode; map: ReactNode }

export function Home({ SuggestField, jobs, pay, map }: HomeProps) {
  const { data } = useQuery(heroFiguresQuery)
  return (
    <>
      <Hero SuggestField={SuggestField} />
      <div className="page-column flex flex-col gap-8 pt-8 sm:gap-14 sm:pt-14">
        <Board jobs={jobs} pay={pay} />
        <Section
          title="Where the jobs are"
          more={{ to: '/jobs?map=jobs', label: 'Map with filters' }}
        >
          {map}
        </Section>
        <div>
          <Index
            title="Jobs by state"
            columns="columns-[2_8rem] sm:columns-3 lg:columns-6"
            entries={states}
            counts={data?.counts}
          />
          <Index
            title="Jobs by specialty"
            columns="columns-[2_8rem] sm:columns-3 lg:columns-4"
            entries={listedSpecialties}
            counts={data?.counts}
          />
          <Benefits />
        </div>
        <Newsletter />
      </div>
    </>
  )
}

export const slogan = 'Physician jobs, with the pay in plain sight.'

export const Board = ({ jobs, pay }: Pick<HomeProps, 'jobs' | 'pay'>) => (
  <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
    <Section title="New on the board" more={{ to: '/jobs', label: 'All jobs' }}>
      {jobs}
    </Section>
    <Section title="What it pays" more={{ to: '/salaries', label: 'All specialties' }}>
      {pay}
    </Section>
  </div>
)

const Section = ({
  title,
  more,
  children,
}: {
  title: string
  more: { to: string; label: string }
  children: ReactNode
}) => (
  <section className="min-w-0">
    <div className="mb-3 flex items-baseline justify-between gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      <Link
        to={more.to}
        className="text-link inline-flex min-h-8 items-center text-xs pointer-coarse:min-h-11"
      >
        {more.label}
      </Link>
    </div>
    {children}
  </section>
)

/** On phones the search follows the heading; on wide screens the figures stand beside it. */
const Hero = (search: SearchProps) => (
  <section className="border-b border-line bg-surface">
    <div className="page-column grid gap-x-12 gap-y-5 py-6 sm:gap-y-8 sm:py-12 lg:grid-cols-[1fr_auto]">
      <div className="max-w-prose">
        <h1 className="text-2xl font-bold">{slogan}</h1>
        <p className="mt-4 text-base text-muted max-sm:hidden">
          What the job is, where it is and what it pays, before anything else. Search by specialty
          and location; no account needed.
        </p>
      </div>
      <HeroSearch {...search} />
      <div className="grid gap-x-8 gap-y-6 lg:col-span-2 lg:grid-cols-[1fr_auto] lg:items-end">
        <Popular />
        <LinkButton
          label="Show All Physician Jobs"
          to="/"
          search={{ show: 'jobs' }}
          look="secondary"
        />
      </div>
      <Figures />
    </div>
  </section>
)

const Popular = () => (
  <div>
    <h2 className="eyebrow mb-2">Popular specialties</h2>
    <ul className="scroll-line flex flex-wrap gap-2">
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

/** Empty until the figures are loaded. */
function Figures() {
  const { data } = useQuery(heroFiguresQuery)
  if (!data) return null
  return (
    <div className="lg:col-start-2 lg:row-start-1 lg:self-end">
      <CollarLine className="mb-5 w-full text-action max-lg:hidden" />
      <dl className="grid grid-cols-3 divide-x divide-line max-lg:border-t max-lg:border-line max-lg:pt-6">
        {data.figures.map(({ value, label, isPay }) => (
          <div
            key={label}
            className="flex flex-col-reverse not-first:pl-4 not-last:pr-4 sm:not-first:pl-6 sm:not-last:pr-6"
          >
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={`text-lg font-semibold sm:text-xl ${isPay ? 'text-pay' : ''}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const benefits = [
  {
    title: 'For Physicians',
    says: [
      'Salary information in the same place on every job, beside what comparable jobs pay.',
      'A search that knows EM from ENT, corrects typos, and looks as far around a city as you would drive.',
      'Filters for visa sponsorship, schedule and setting.',
      'No account needed to search and apply. With one, you can save favorites and add notes.',
    ],
    links: [
      { to: '/jobs', label: 'Browse Jobs' },
      { to: '/salaries', label: 'Salaries by specialty' },
      { to: employerDirectoryPath, label: 'Employers by name' },
    ],
  },
  {
    title: 'For Employers',
    says: [
      'Postings are free.',
      'Pay, schedule, setting and requirements are fields that physicians filter by.',
      'A person reads each posting.',
      'Applications go straight to you.',
    ],
    links: [{ to: '/employers/post', label: 'Post a Job' }],
  },
]

const Benefits = () => (
  <div className="gap-x-12 sm:mt-12 sm:grid sm:grid-cols-2">
    {benefits.map(({ title, says, links }) => (
      <Fold key={title} title={title}>
        <ul className="mt-3 flex flex-col gap-3">
          {says.map((benefit) => (
            <li key={benefit} className="flex gap-3">
              <Check className="mt-1 shrink-0 text-action" />
              {benefit}
            </li>
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap gap-3">
          {links.map(({ to, label }) => (
            <LinkButton key={to} label={label} to={to} look="secondary" />
          ))}
        </div>
      </Fold>
    ))}
  </div>
)

/** A section that phones fold up; wider screens always show it. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // So that it is also said to be open.
    if (details.current && matchMedia('(min-width: 40rem)').matches) details.current.open = true
  }, [])
  return (
    <details
      ref={details}
      className="group border-t border-line py-1 sm:py-5 sm:[&::details-content]:[content-visibility:visible]"
    >
      <summary className="flex min-h-11 items-center justify-between gap-4 sm:pointer-events-none sm:min-h-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <ChevronDown className="size-5 text-muted transition-transform group-open:rotate-180 sm:hidden" />
      </summary>
      {children}
    </details>
  )
}

type IndexProps = {
  title: string
  columns: string
  /** With its jobs, on one line each. */
  entries: readonly (ComponentProps<typeof Link> & { value: string; label: string })[]
  /** Jobs per value, once they are loaded. */
  counts: Record<string, number> | undefined
}

const Index = ({ title, columns, entries, counts }: IndexProps) => (
  <Fold title={title}>
    <ul className={`mt-2 gap-x-8 ${columns}`}>
      {entries.map(({ value, label, ...link }) => (
        <li key={value} className="flex break-inside-avoid flex-wrap items-baseline gap-x-2">
          <Link {...link} className="list-link">
            {label}
          </Link>
          <span className="text-xs text-muted tabular-nums">
            {counts && formatNumber(counts[value] ?? 0)}
          </span>
        </li>
      ))}
    </ul>
  </Fold>
)

const states = stateCodes.map((state) => ({
  value: state,
  label: stateName(state),
  to: withQuery(jobsPath, { state }),
}))
const listedSpecialties = specialties
  .filter((specialty) => specialty !== 'Other')
  .map((value) => ({ value, label: value, to: specialtyJobsPath(specialtySlug(value)) }))

const Newsletter = () => (
  <section className="grid gap-x-12 gap-y-3 border-t border-line pt-5 md:grid-cols-2">
    <div>
      <h2 className="text-lg font-semibold">The newsletter</h2>
      <p className="mt-1 max-w-prose text-muted">
        New jobs and what physicians’ work pays. We use your address for nothing else, and you can
        unsubscribe with one click.
      </p>
    </div>
    <NewsletterForm label="Your email address" send={send} className="md:pt-2" />
  </section>
)

async function send(email: string): Promise<NewsletterOutcome> {
  try {
    await callApi('POST /api/subscribe', { body: { email } })
    toast({ title: 'One more step', description: newsletterTexts.subscribed })
    return { ok: true }
  } catch {
    toast({ title: 'Error', description: newsletterTexts.failed, tone: 'danger' })
    return { ok: false }
  }
}
