import { formatNumber } from '#shared/numbers.ts'
import type { Comparison } from './contract.ts'
import { comparedFacts, type ComparedFact } from './model.ts'

/** One sentence about a posting beside comparable ones. */
export type Advice = {
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
        text: `${peers.stating[fact]} of ${peers.postings} comparable postings state ${name}. Yours does not.`,
        kind: 'mend',
        mend: { label: `Add ${name}`, field },
      }
    })
  const all = [...missing, ...payAdvice(payAnnual, peers), ...viewsAdvice(own, peers), ...rateAdvice(own, peers)]
  return [...all.filter((it) => it.kind === 'mend'), ...all.filter((it) => it.kind !== 'mend')]
}

type Peers = NonNullable<Comparison['peers']>

function payAdvice(payAnnual: number | null, { medianPay }: Peers): Advice[] {
  if (payAnnual === null || medianPay === null || payAnnual >= 0.9 * medianPay) return []
  return [
    {
      text: `Your pay goes up to ${dollars(payAnnual)} a year. The median of comparable postings that state pay is ${dollars(medianPay)}.`,
      kind: 'mend',
      mend: { label: 'Edit the pay', field: 'salaryMin' },
    },
  ]
}

function viewsAdvice(own: Comparison['own'], peers: Peers): Advice[] {
  if (peers.viewsAWeek <= 0) return []
  const kind = kindOf(own.viewsAWeek / peers.viewsAWeek)
  return [
    {
      text: `Your posting gets ${viewsText(own.viewsAWeek)} a week. Half of comparable postings get ${rounded(peers.viewsAWeek)} or more.`,
      kind,
      // Lists show little else than the title, the place and the pay.
      ...(kind === 'mend' && { mend: { label: 'Edit the title', field: 'title' } }),
    },
  ]
}

const rateAdvice = (own: Comparison['own'], peers: Peers): Advice[] =>
  (
    [
      ['responses', 'an apply click or inquiry', { label: 'Edit the description', field: 'description' }],
      ['saves', 'a save', { label: 'Edit the brief summary', field: 'brief' }],
    ] as const
  ).flatMap(([figure, what, mend]): Advice[] => {
    if (own.views < minViews || peers.views < minPeerViews || peers[figure] === 0) return []
    const [ours, theirs] = [own[figure] / own.views, peers[figure] / peers.views]
    const kind = kindOf(ours / theirs)
    const text = `${perHundred(ours)} of every 100 views lead to ${what}. For comparable postings, ${perHundred(theirs)} do.`
    return [{ text, kind, ...(kind === 'mend' && { mend }) }]
  })

const kindOf = (ratio: number): Advice['kind'] => (ratio < clearlyLess ? 'mend' : ratio > clearlyMore ? 'good' : 'even')

const rounded = (value: number): string => formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
const perHundred = (rate: number): string => rounded(rate * 100)
const dollars = (amount: number): string => `$${formatNumber(Math.round(amount))}`

function viewsText(views: number): string {
  const text = rounded(views)
  return `${text} ${text === '1' ? 'view' : 'views'}`
}
