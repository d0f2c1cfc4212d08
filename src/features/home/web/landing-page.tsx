import { useQuery } from '@tanstack/react-query'
import { Search, Check } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { heroSpecialties, specialties, specialtySlug } from '#features/jobs/specialties.ts'
import { newsletterTexts } from '#features/newsletter/model.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'
import { buttonClass, Button } from '#ui/button.tsx'
import { chipClass } from '#ui/chip.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import { CollarLine } from '#ui/motif.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, apiQuery } from '#web/lib/api.ts'
import { formText } from '#web/lib/form-text.ts'
import { Link, useNavigate } from '#web/lib/navigation.tsx'
import { chipLabel, landingSpecialties } from '../popular-specialties.ts'
import { NewsletterForm, type NewsletterOutcome } from './components/newsletter-form.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <div className="page-column flex flex-col gap-16 pt-16">
        <Benefits />
        <SpecialtyIndex />
        <StateIndex />
        <LandingNewsletter />
      </div>
    </>
  )
}

/** On phones the search follows the heading; on wide screens the figures stand beside it. */
function Hero() {
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

/** Empty until the figures are loaded. */
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

/** Puts the search into Home's address, as a plain GET form or through the router. */
function HeroSearch() {
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = Object.fromEntries(
      ['q', 'loc', 'specialty'].map((name) => [name, formText(form, name)]).filter(([, value]) => value && value !== 'all'),
    )
    navigate({ to: '/', search: { show: 'jobs', ...given } })
  }

  return (
    <form
      role="search"
      aria-label="Search physician jobs"
      action="/"
      onSubmit={search}
      className="grid gap-4 rounded-md border border-line bg-paper p-4 sm:grid-cols-2 sm:p-5 lg:col-span-2 lg:grid-cols-[1.4fr_1fr_1fr_auto] lg:items-end"
    >
      <input type="hidden" name="show" value="jobs" />
      <Field label="Specialty, position or keyword" className="sm:max-lg:col-span-2">
        {(control) => (
          <TextInput
            {...control}
            type="search"
            name="q"
            maxLength={200}
            placeholder="Hospitalist, peds, nights…"
            enterKeyHint="search"
          />
        )}
      </Field>
      <Field label="City, State, or ZIP">
        {(control) => <TextInput {...control} name="loc" maxLength={100} placeholder="Austin, TX" enterKeyHint="search" />}
      </Field>
      <Field label="Specialty">
        {(control) => (
          <Select {...control} name="specialty" defaultValue="all">
            <option value="all">All Specialties</option>
            {heroSpecialties.map((specialty) => (
              <option key={specialty}>{specialty}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" className="sm:max-lg:col-span-2">
        <Search aria-hidden className="size-4" />
        Search Jobs
      </Button>
    </form>
  )
}

const physicianBenefits = [
  'Salary information in the same place on every row, next to what comparable postings on this board pay.',
  'A search that knows EM from ENT, forgives a slip of the thumb, and reaches as far around a city as you would drive.',
  'Visa sponsorship, schedule and setting as facts you can filter by, not as surprises in the last paragraph.',
  'No account to read, search or apply; with one, saved jobs with notes of your own.',
]

const employerBenefits = [
  'Postings are free.',
  'Pay, schedule, setting and requirements have fields of their own, so the right physicians find you by them.',
  'A person reads each posting.',
  'Applications go straight to you; nobody stands in between.',
]

function Benefits() {
  return (
    <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
      <Card
        title="For Physicians"
        benefits={physicianBenefits}
        action={
          <>
            <Link to="/jobs" className={buttonClass('secondary')}>
              Browse Jobs
            </Link>
            <Link to="/salaries" className={buttonClass('secondary')}>
              Salaries by specialty
            </Link>
          </>
        }
      />
      <Card
        title="For Employers"
        benefits={employerBenefits}
        action={
          <Link to="/employers/post" className={buttonClass('secondary')}>
            Post a Job
          </Link>
        }
      />
    </div>
  )
}

function Card({ title, benefits, action }: { title: string; benefits: readonly string[]; action: ReactNode }) {
  return (
    <section className="border-t-2 border-ink pt-5">
      <h2 className="text-xl font-semibold">{title}</h2>
      <ul className="mt-4 flex flex-col gap-3">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-action" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">{action}</div>
    </section>
  )
}

const entryClass =
  'inline-flex min-h-8 items-center text-ink no-underline hover:text-action hover:underline pointer-coarse:min-h-11'

/** Every specialty and state on one line each. */
function SpecialtyIndex() {
  return (
    <Index title="Jobs by specialty" columns="columns-2 sm:columns-3 lg:columns-4">
      {specialties
        .filter((specialty) => specialty !== 'Other')
        .map((specialty) => (
          <li key={specialty} className="break-inside-avoid">
            <Link to="/jobs/specialty/:specialty" params={{ specialty: specialtySlug(specialty) }} className={entryClass}>
              {specialty}
            </Link>
          </li>
        ))}
    </Index>
  )
}

function StateIndex() {
  return (
    <Index title="Jobs by state" columns="columns-2 sm:columns-3 lg:columns-6">
      {stateCodes
        .filter((state) => state !== 'OTHER')
        .map((state) => (
          <li key={state}>
            <Link to="/jobs" search={{ state }} className={entryClass}>
              {stateName(state)}
            </Link>
          </li>
        ))}
    </Index>
  )
}

function Index({ title, columns, children }: { title: string; columns: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className={`mt-3 gap-x-8 ${columns}`}>{children}</ul>
    </section>
  )
}

function LandingNewsletter() {
  return (
    <section className="grid gap-x-12 gap-y-5 border-t-2 border-ink pt-5 md:grid-cols-2">
      <div>
        <h2 className="text-xl font-semibold">The newsletter</h2>
        <p className="mt-3 max-w-prose text-muted">
          What is new on the board and in the market for physicians’ work. Your address serves nothing else, and one press takes
          it off the list.
        </p>
      </div>
      <NewsletterForm label="Your e-mail address" send={send} className="md:pt-2" />
    </section>
  )
}

async function send(email: string): Promise<NewsletterOutcome> {
  try {
    await callApi('POST /api/subscribe', { body: { email } })
    toast({ title: 'Success!', description: newsletterTexts.subscribed })
    return { ok: true }
  } catch {
    toast({ title: 'Error', description: newsletterTexts.failed, tone: 'danger' })
    return { ok: false }
  }
}

export const heroFiguresQuery = apiQuery('GET /api/hero-figures')
