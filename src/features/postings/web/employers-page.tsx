import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, ListChecks, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { site } from '#features/site/config.ts'
import { listedHead } from '#features/site/page-head.ts'
import { employersPath, manageLinksPath, postJobShortPath } from '#shared/paths.ts'
import { LabeledSection, CollarLine } from '#ui/layout.tsx'
import { buttonClass } from '#ui/button.tsx'
import { LinkButton, TextLink, type PageLoad } from '#platform/web/navigation.tsx'
import type { FormValues } from '../job-of-form.ts'
import { policyTexts } from '../model.ts'
import { FormPreview } from './components/posting-preview.tsx'
import { policyQuery } from './queries.ts'

/** If the policies fail to load, the page omits publishing. */
export const load: PageLoad = ({ queryClient }) => queryClient.prefetchQuery(policyQuery)

export const head = listedHead(
  'For Employers',
  () =>
    `Hire physicians with ${site.name}: free postings with pay in plain sight, and applications ` +
    'that go straight to you.',
  employersPath,
)

/** The page for employers. Its promises follow the policy of the public form. */
export function Page() {
  const { data } = useQuery(policyQuery)
  const promise = data && policyTexts[data.public].promise
  return (
    <>
      <Hero promise={promise} />
      <div className="page-column flex flex-col gap-14 py-12 sm:py-16">
        <HowItWorks promise={promise} days={data?.days} />
        <Features />
        <Testimonial />
        <Needs />
      </div>
    </>
  )
}

type Promised = { promise: string | undefined }

function Hero({ promise }: Promised) {
  return (
    <section className="border-b border-line bg-surface">
      <div className="page-column grid items-end gap-x-12 gap-y-8 py-10 sm:py-16 lg:grid-cols-[1fr_auto]">
        <div className="max-w-prose">
          <h1 className="text-2xl font-bold">Physician hiring, with the facts up front.</h1>
          <p className="mt-4 text-base text-muted">
            Pay, location and schedule come first on {site.name}, so physicians who write to you
            know what matters. Posting is free and needs no account. {promise}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <PostButton />
            <FormPreview read={() => sampleForm} title="Sample posting" footer={<PostButton />} />
            <a
              href={`mailto:${site.emails.postings}?subject=${encodeURIComponent(`Hiring with ${site.name}`)}`}
              className={buttonClass('quiet', 'lg')}
            >
              Contact Sales
            </a>
          </div>
          <p className="mt-6 text-muted">
            Posted without an account?{' '}
            <TextLink to={manageLinksPath}>Have your link sent again</TextLink>
          </p>
        </div>
        <CollarLine className="w-72 text-action max-lg:hidden" />
      </div>
    </section>
  )
}

/** The form's page sets focus and scroll position itself. */
function PostButton() {
  return <LinkButton label="Post a Job" to={postJobShortPath} keepScroll size="lg" />
}

function HowItWorks({ promise = '', days }: Promised & { days: number | undefined }) {
  const steps = [
    {
      title: 'Write it',
      text:
        'One form with a field for everything physicians filter by. We save what you type until ' +
        'you send it.',
    },
    {
      title: 'It goes live',
      text: `${promise} ${days === undefined ? 'You can renew your posting.' : `Your posting stays live for ${days} days, and you can renew it.`}`,
    },
    {
      title: 'Physicians reach you',
      text: 'They apply through your own link or write to you through the site. No one stands in between.',
    },
  ]
  return (
    <LabeledSection title="How It Works">
      <Three items={steps.map((step, index) => ({ ...step, mark: String(index + 1) }))} />
    </LabeledSection>
  )
}

function Testimonial() {
  if (site.testimonial === null) return null
  const { quote, name, role } = site.testimonial
  return (
    <figure className="max-w-prose border-l-4 border-action pl-5">
      <blockquote className="text-lg">{quote}</blockquote>
      <figcaption className="mt-2 text-muted">
        {name}, {role}
      </figcaption>
    </figure>
  )
}

const features = [
  {
    icon: ListChecks,
    title: 'Structured fields',
    text:
      'Physicians search by pay, schedule, setting, visa sponsorship and requirements, so the ' +
      'right ones find you.',
  },
  {
    icon: ChartNoAxesColumn,
    title: 'Basic analytics',
    text: 'With an account, you see how often physicians view, save and answer each posting.',
  },
  {
    icon: Send,
    title: 'Direct applications',
    text: 'Physicians apply through your link or by email, and can attach a CV. No fee, no middleman.',
  },
]

function Features() {
  return (
    <LabeledSection title="What you get">
      <Three
        items={features.map(({ icon: Icon, ...rest }) => ({
          ...rest,
          mark: <Icon className="size-5" />,
        }))}
      />
    </LabeledSection>
  )
}

type Item = { mark: ReactNode; title: string; text: string }

const Three = ({ items }: { items: readonly Item[] }) => (
  <ol className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-3">
    {items.map(({ mark, title, text }) => (
      <li key={title} className="border-t-2 border-ink pt-4">
        <p aria-hidden className="text-xl font-semibold text-action tabular-nums">
          {mark}
        </p>
        <h3 className="mt-1 text-base font-semibold">{title}</h3>
        <p className="mt-2 text-muted">{text}</p>
      </li>
    ))}
  </ol>
)

const needs = [
  'Title, specialty and employer',
  'City and state',
  'A pay range, which several states require',
  'A description of the work, up to 5,000 characters',
  'Practice setting and schedule',
  'A link or email address for applications',
  'Your own email address, which we never show',
]

function Needs() {
  return (
    <LabeledSection title="What you’ll need">
      <ul className="mt-4 grid list-disc gap-x-10 gap-y-2 pl-5 marker:text-muted sm:grid-cols-2">
        {needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
    </LabeledSection>
  )
}

/** A complete example, labeled as made up. */
const sampleForm: FormValues = {
  title: 'Family Physician, outpatient only',
  company: 'Sample Family Clinic',
  organizationType: 'Clinic',
  specialty: 'Family Medicine',
  city: 'Boise',
  state: 'ID',
  compMin: '255,000',
  compMax: '290,000',
  payroll: 'W2',
  brief: 'Four-day week, no call, a team of five physicians who stay.',
  description: [
    'The work',
    'You see patients of all ages in an outpatient clinic, 18 to 20 a day, in visits of 20 or 40 ' +
      'minutes. A nurse and a scribe work with you; labs and imaging are in the building.',
    '• Monday to Thursday, 8 to 5; no weekends, no call',
    '• Half a day a week for inbox and charts, paid',
    '• Panel grows at your pace over the first year',
    'The offer',
    'A two-year guarantee, then base plus production. $5,000 and five days for CME, malpractice ' +
      'insurance with tail, relocation assistance.',
  ].join('\n\n'),
  setting: ['Outpatient', 'Clinic'],
  schedule: ['Days'],
  benefits: ['CME Allowance', 'Malpractice Insurance', 'Relocation Assistance'],
  ehr: 'Epic',
  visaSupport: 'H1B',
  startDateText: 'Within 6 months',
}
