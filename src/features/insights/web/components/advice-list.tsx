import { useQuery, type QueryClient } from '@tanstack/react-query'
import { CircleCheck, PencilLine, TrendingUp } from 'lucide-react'
import type { Comparison } from '#features/insights/contract.ts'
import { formatDollars } from '#features/jobs/display.ts'
import { formatNumber } from '#shared/numbers.ts'
import { editPostingPath, postingInsightsPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { LinkButton, TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { comparedFacts, usualPeriod, type ComparedFact } from '#features/insights/model.ts'
import { comparisonQuery, periodOf } from '../queries.ts'

const maxListed = 8
const maxSentences = 3

/**
 * What the owner can do about the postings that fall behind comparable ones, the one with most to
 * do first.
 */
export function NextSteps() {
  const { search } = useShownPage()
  const { data = [] } = useQuery(comparisonQuery(periodOf(search)))
  const compared = data.filter((entry) => entry.peers !== null)
  const behind = compared
    .map((comparison) => ({
      comparison,
      advice: adviceOf(comparison).filter((advice) => advice.kind === 'mend'),
    }))
    .filter((entry) => entry.advice.length > 0)
    .toSorted((a, b) => b.advice.length - a.advice.length)
  if (compared.length === 0) return null
  return (
    <LabeledSection title="What to do next" className="flex flex-col gap-4">
      {behind.length === 0 ? (
        <p className="flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-action" />
          Nothing to fix. Your postings state what comparable postings state, and do as well.
        </p>
      ) : (
        <ul className="grid gap-x-10 border-t border-line lg:grid-cols-2">
          {behind.slice(0, maxListed).map(({ comparison, advice }) => (
            <li key={comparison.id} className="border-b border-line py-4">
              <h3 className="font-semibold">
                <TextLink to={postingInsightsPath(comparison.id)} search={{ days: search['days'] }}>
                  {comparison.title}
                </TextLink>
              </h3>
              <Basis comparison={comparison} />
              <Sentences id={comparison.id} advice={advice.slice(0, maxSentences)} />
            </li>
          ))}
        </ul>
      )}
    </LabeledSection>
  )
}

export const prefetchAdvice = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.prefetchQuery(comparisonQuery(usualPeriod, id))

/** One posting beside comparable ones; nothing where those are too few. */
export function PostingAdvice({ id }: { id: string }) {
  const { data = [] } = useQuery(comparisonQuery(periodOf(useShownPage().search), id))
  const [comparison] = data
  const advice = comparison ? adviceOf(comparison) : []
  if (!comparison?.peers || advice.length === 0) return null
  return (
    <LabeledSection title="How this posting compares">
      <Basis comparison={comparison} />
      <Sentences id={id} advice={advice} />
    </LabeledSection>
  )
}

function Basis({ comparison: { specialty, peers } }: { comparison: Comparison }) {
  const days = periodOf(useShownPage().search)
  return (
    peers && (
      <p className="text-xs text-muted">
        Compared with {formatNumber(peers.postings)} {specialty} postings by other employers in{' '}
        {peers.place}, last {days} days
      </p>
    )
  )
}

const icons = { mend: PencilLine, good: TrendingUp, even: CircleCheck } as const

const Sentences = ({ id, advice }: { id: string; advice: readonly Advice[] }) => (
  <ul className="mt-2 flex max-w-prose flex-col gap-2">
    {advice.map(({ text, kind, mend }) => {
      const Icon = icons[kind]
      return (
        <li key={text} className="flex items-start gap-3">
          <Icon
            className={`mt-0.5 size-4 shrink-0 ${kind === 'mend' ? 'text-action' : 'text-muted'}`}
          />
          <p className="min-w-0">
            {text}{' '}
            {mend && (
              <LinkButton
                label={mend.label}
                to={editPostingPath(id)}
                search={{ field: mend.field }}
                look="quiet"
                size="sm"
                className="-my-1 px-1! whitespace-nowrap"
              />
            )}
          </p>
        </li>
      )
    })}
  </ul>
)

/** One sentence about a posting beside comparable ones. */
type Advice = {
  text: string
  /** `mend`: something to do, in `field` of the edit form. */
  kind: 'mend' | 'good' | 'even'
  mend?: { label: string; field: string }
}

const factTexts: Record<ComparedFact, { name: string; field: string }> = {
  pay: { name: 'the pay', field: 'salaryMin' },
  schedule: { name: 'the schedule', field: 'schedule' },
  setting: { name: 'the practice setting', field: 'setting' },
  benefits: { name: 'the benefits', field: 'benefits' },
  startDate: { name: 'the start date', field: 'startDateText' },
  visa: { name: 'visa sponsorship', field: 'visaSupport' },
}

/** Smaller differences are chance. */
const [clearlyLess, clearlyMore] = [0.75, 1.25]
/** A rate of fewer views says nothing. */
const minViews = 30
const minPeerViews = 100

/** What to do first; nothing without enough comparable postings. */
export function adviceOf({ own, states, payAnnual, peers }: Comparison): Advice[] {
  if (peers === null) return []
  const missing = comparedFacts
    .filter((fact) => !states.includes(fact) && peers.stating[fact] * 2 >= peers.postings)
    .map((fact): Advice => {
      const { name, field } = factTexts[fact]
      return {
        text:
          `${peers.stating[fact]} of ${peers.postings} comparable postings state ${name}. ` +
          'Yours does not.',
        kind: 'mend',
        mend: { label: `Add ${name}`, field },
      }
    })
  const all = [
    ...missing,
    ...payAdvice(payAnnual, peers),
    ...viewsAdvice(own, peers),
    ...rateAdvice(own, peers),
  ]
  return [
    ...all.filter((advice) => advice.kind === 'mend'),
    ...all.filter((advice) => advice.kind !== 'mend'),
  ]
}

type Peers = NonNullable<Comparison['peers']>

function payAdvice(payAnnual: number | null, { medianPay }: Peers): Advice[] {
  if (payAnnual === null || medianPay === null || payAnnual >= 0.9 * medianPay) return []
  return [
    {
      text:
        `Your pay goes up to ${formatDollars(payAnnual)} a year. The median of comparable ` +
        `postings that state pay is ${formatDollars(Math.round(medianPay))}.`,
      kind: 'mend',
      mend: { label: 'Edit the pay', field: 'salaryMin' },
    },
  ]
}

function viewsAdvice(ownFigures: Comparison['own'], peers: Peers): Advice[] {
  if (peers.viewsAWeek <= 0) return []
  const kind = kindOf(ownFigures.viewsAWeek / peers.viewsAWeek)
  return [
    {
      text:
        `Views a week: ${rounded(ownFigures.viewsAWeek)}. Half of comparable postings get ` +
        `${rounded(peers.viewsAWeek)} or more.`,
      kind,
      // Lists show little else than the title, the place and the pay.
      ...(kind === 'mend' && { mend: { label: 'Edit the title', field: 'title' } }),
    },
  ]
}

const rates = [
  [
    'responses',
    'an apply click or inquiry',
    { label: 'Edit the description', field: 'description' },
  ],
  ['saves', 'a save', { label: 'Edit the brief summary', field: 'brief' }],
] as const

const rateAdvice = (ownFigures: Comparison['own'], peers: Peers): Advice[] =>
  rates.flatMap(([figure, what, mend]): Advice[] => {
    if (ownFigures.views < minViews || peers.views < minPeerViews || peers[figure] === 0) return []
    const [ours, theirs] = [ownFigures[figure] / ownFigures.views, peers[figure] / peers.views]
    const kind = kindOf(ours / theirs)
    const text =
      `${perHundred(ours)} of every 100 views lead to ${what}. For comparable ` +
      `postings, ${perHundred(theirs)} do.`
    return [{ text, kind, ...(kind === 'mend' && { mend }) }]
  })

const kindOf = (ratio: number) =>
  ratio < clearlyLess ? 'mend' : ratio > clearlyMore ? 'good' : 'even'

const rounded = (value: number): string =>
  formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
const perHundred = (rate: number): string => rounded(rate * 100)
