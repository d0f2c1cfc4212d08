import type { Rng } from '#demo/catalog/rng.ts'
import { insert, lie, open } from './lie.ts'
import type { Draft, Lie } from './lie.ts'
import type { TrueJob, Truth } from './true-jobs.ts'

const k = (amount: number): string => `${amount / 1000}`
const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`
const year = (min: number | undefined, max: number | undefined) => ({
  pays: [
    { ...(min !== undefined && { min }), ...(max !== undefined && { max }), unit: 'YEAR' as const },
  ],
})
const nothing = { pays: [null] }

type PayCase = (draft: Draft, job: TrueJob, rng: Rng) => Partial<Truth> | void

const field =
  (...forms: ((low: number, high: number) => string)[]): PayCase =>
  (draft, { pay: { min, max } }, rng) => {
    draft.pay.text = rng.pick(forms)(min, max)
    return year(min, max)
  }
const unpaid =
  (...texts: string[]): PayCase =>
  (draft, _job, rng) => {
    draft.pay.text = rng.pick(texts)
    return nothing
  }

export const payLies: Lie[] = [
  lie('no pay', () => nothing),
  lie('no pay at all', () => nothing),
  lie(
    'range a year',
    field(
      (a, b) => `${dollars(a)} - ${dollars(b)} per year`,
      (a, b) => `${dollars(a)}–${dollars(b)} a year`,
      (a, b) => `${dollars(a)}.00 - ${dollars(b)}.00 Annual`,
      (a, b) => `${dollars(a)}.00/yr - ${dollars(b)}.00/yr`,
      (a, b) => `USD ${a} - ${b} Yearly`,
      (a, b) => `From ${dollars(a)} to ${dollars(b)} per annum`,
      (a, b) => `${dollars(a)} to ${dollars(b)}`,
    ),
  ),
  lie(
    'range in thousands',
    field(
      (a, b) => `$${k(a)}K-$${k(b)}K`,
      (a, b) => `$${k(a)}k to $${k(b)}k/yr`,
      (a, b) => `${k(a)}K – ${k(b)}K a year`,
      (a, b) => `$${k(a)} - ${k(b)}K`,
      (a, b) => `$${k(a)}-$${k(b)}k`,
      (a, b) => `$${k(a)}-${k(b)}k annually`,
    ),
  ),
  open(
    'range without K',
    field(
      (a, b) => `${k(a)}-${k(b)}`,
      (a, b) => `$${k(a)} - $${k(b)}`,
    ),
  ),
  open('yearly figures in thousands', (draft, { pay: { min, max } }) => {
    Object.assign(draft.pay, { min: min / 1000, max: max / 1000, unit: 'YEAR' })
    return year(min, max)
  }),
  lie('yearly figures', (draft, { pay: { min, max } }, rng) => {
    Object.assign(draft.pay, {
      min,
      max,
      unit: rng.pick(['YEAR', 'Yearly', 'year', 'Annual', 'per year']),
    })
    return year(min, max)
  }),
  lie('yearly figures without unit', (draft, { pay: { min, max } }) => {
    Object.assign(draft.pay, { min, max })
    return year(min, max)
  }),
  open('yearly figures called hourly', (draft, { pay: { min, max } }) => {
    Object.assign(draft.pay, { min, max, unit: 'HOUR' })
    return year(min, max)
  }),
  open('figures the wrong way round', (draft, { pay: { min, max } }) => {
    Object.assign(draft.pay, { min: max, max: min, unit: 'YEAR' })
    return year(min, max)
  }),
  lie('figures of nothing', (draft, _job, rng) => {
    Object.assign(
      draft.pay,
      rng.pick([
        { min: 0, max: 0, unit: 'YEAR' },
        { min: 0, max: 0 },
        { text: '$0.00' },
        { text: 'N/A' },
        { text: '0 - 0' },
      ]),
    )
    return nothing
  }),
  open('placeholder figures', (draft, _job, rng) => {
    Object.assign(
      draft.pay,
      rng.pick([{ min: 1, max: 2, unit: 'YEAR' }, { min: 1, max: 1 }, { text: '$1 - $999,999' }]),
    )
    return nothing
  }),
  lie('pay in title', (draft, { pay: { min, max } }, rng) => {
    const [suffix, truth] = rng.pick<[string, Partial<Truth>]>([
      [` - $${k(max)}K`, year(max, max)],
      [` | ${dollars(min)}-${dollars(max)}`, year(min, max)],
      [` ($${k(min)}K+)`, year(min, undefined)],
      [` – Up to ${dollars(max)}`, year(undefined, max)],
      [` - ${dollars(min)} base`, year(min, min)],
      [`, $${k(min)}k-$${k(max)}k`, year(min, max)],
      [` - Earn $${k(max)}K+ per year`, year(max, undefined)],
      [` - ${dollars(min)} Guaranteed`, year(min, min)],
      [` $${k(min)}-${k(max)}K`, year(min, max)],
    ])
    draft.title += suffix
    return truth
  }),
  lie('hourly pay in title', (draft, { hourly }, rng) => {
    const [suffix, min, max] = rng.pick<[string, number, number]>([
      [` - $${hourly}/hr`, hourly, hourly],
      [` | $${hourly}-$${hourly + 20}/hour`, hourly, hourly + 20],
      [` at $${hourly} per hour`, hourly, hourly],
      [` $${hourly}/h`, hourly, hourly],
    ])
    draft.title += suffix
    return { pays: [{ min, max, unit: 'HOUR' }] }
  }),
  lie('daily pay in title', (draft, { hourly }, rng) => {
    const daily = hourly * 10
    draft.title += rng.pick([
      ` - ${dollars(daily)}/day`,
      ` | ${dollars(daily)} per day`,
      ` ${dollars(daily)} daily`,
    ])
    return { pays: [{ min: daily, max: daily, unit: 'DAY' }] }
  }),
  lie('pay in text', (draft, { pay: { min, max } }, rng) => {
    const [sentence, truth] = rng.pick<[string, Partial<Truth>]>([
      [
        `Base salary: ${dollars(min)} to ${dollars(max)} annually, depending on experience.`,
        year(min, max),
      ],
      [
        `The expected salary range for this role is ${dollars(min)} - ${dollars(max)}.`,
        year(min, max),
      ],
      [`Pay Range: ${dollars(min)}.00 - ${dollars(max)}.00 /year`, year(min, max)],
      [
        `We offer a guaranteed base salary of ${dollars(min)} for the first two years.`,
        year(min, min),
      ],
      [`Salary range $${k(min)}k-$${k(max)}k based on years in practice.`, year(min, max)],
      [`Compensation starts at ${dollars(min)} per year.`, year(min, undefined)],
      [
        `The annual compensation for this position ranges from ${dollars(min)} to ${dollars(max)}.`,
        year(min, max),
      ],
      [
        `In compliance with state law, the hiring range is ${dollars(min)}-${dollars(max)} per year.`,
        year(min, max),
      ],
    ])
    draft.paragraphs.splice(rng.int(1, draft.paragraphs.length), 0, sentence)
    return { pays: [...(truth.pays ?? []), null] }
  }),
  lie('hourly pay in text', (draft, { hourly }, rng) => {
    insert(
      draft,
      rng,
      `Hourly rate: $${hourly} - $${hourly + 15}.`,
      `Pay is $${hourly} to $${hourly + 15} per hour.`,
      `Compensation: $${hourly}-$${hourly + 15}/hr`,
    )
    return { pays: [{ min: hourly, max: hourly + 15, unit: 'HOUR' }, null] }
  }),
  lie('hourly text beside annualized figures', (draft, { hourly }, rng) => {
    const [low, high] = [hourly, hourly + 15]
    Object.assign(draft.pay, { min: low * 2080, max: high * 2080, unit: 'YEAR' })
    insert(
      draft,
      rng,
      `Rate: $${low}-$${high}/hour`,
      `This role pays $${low} - $${high} per hour.`,
      `Hourly pay of $${low} to $${high}.`,
    )
    return { pays: [{ min: low, max: high, unit: 'HOUR' }] }
  }),
  lie('hourly', (draft, { hourly }, rng) => {
    const [text, min, max] = rng.pick<[string, number, number]>([
      [`$${hourly}/hr`, hourly, hourly],
      [`$${hourly} - $${hourly + 15} per hour`, hourly, hourly + 15],
      [`$${hourly} hourly`, hourly, hourly],
      [`$${hourly}.00-$${hourly + 15}.00 an hour`, hourly, hourly + 15],
      [`${hourly}/hour`, hourly, hourly],
      [`$${hourly} ph`, hourly, hourly],
    ])
    draft.pay.text = text
    return { pays: [{ min, max, unit: 'HOUR' }] }
  }),
  lie('hourly figures', (draft, { hourly }, rng) => {
    Object.assign(draft.pay, {
      min: hourly,
      max: hourly + 15,
      unit: rng.pick(['HOUR', 'Hourly', 'per hour', 'hr']),
    })
    return { pays: [{ min: hourly, max: hourly + 15, unit: 'HOUR' }] }
  }),
  open('hourly without unit', (draft, { hourly }) => {
    draft.pay.text = `$${hourly} – $${hourly + 10}`
    return { pays: [{ min: hourly, max: hourly + 10, unit: 'HOUR' }] }
  }),
  lie('up to an hour', (draft, { hourly }) => {
    draft.pay.text = `Up to $${hourly}/hour`
    return { pays: [{ max: hourly, unit: 'HOUR' }] }
  }),
  lie('per shift', (draft, { hourly }, rng) => {
    const shift = hourly * 12
    draft.pay.text = rng.pick([
      `${dollars(shift)} per 12-hour shift`,
      `${dollars(shift)}/shift`,
      `${dollars(shift)} per shift`,
      `${dollars(shift)} a shift`,
    ])
    return { pays: [{ min: shift, max: shift, unit: 'DAY' }] }
  }),
  lie('per 24 hours', (draft, { hourly }, rng) => {
    const day = hourly * 11
    draft.pay.text = rng.pick([
      `${dollars(day)}/24h`,
      `${dollars(day)} per 24 hours`,
      `${dollars(day)} per 24-hour shift`,
    ])
    return { pays: [{ min: day, max: day, unit: 'DAY' }] }
  }),
  lie('per day', (draft, { hourly }, rng) => {
    const day = hourly * 9
    draft.pay.text = rng.pick([
      `${dollars(day)}/day`,
      `${dollars(day)} per day`,
      `Daily rate ${dollars(day)}`,
      `${dollars(day)} per diem`,
    ])
    return { pays: [{ min: day, max: day, unit: 'DAY' }] }
  }),
  open('a shift called a year', (draft, { hourly }) => {
    Object.assign(draft.pay, { min: hourly * 12, max: hourly * 12, unit: 'YEAR' })
    return { pays: [{ min: hourly * 12, max: hourly * 12, unit: 'DAY' }] }
  }),
  lie('per month', (draft, { pay: { min } }, rng) => {
    const month = Math.round(min / 12_000) * 1000
    draft.pay.text = rng.pick([
      `${dollars(month)} per month`,
      `${dollars(month)}/month`,
      `${dollars(month)} monthly`,
      `$${k(month)}k/mo`,
    ])
    return { pays: [{ min: month, max: month, unit: 'MONTH' }] }
  }),
  lie('per week', (draft, { hourly }, rng) => {
    const week = hourly * 40
    draft.pay.text = rng.pick([
      `${dollars(week)} weekly`,
      `${dollars(week)}/week`,
      `${dollars(week)} per week`,
    ])
    return { pays: [{ min: week, max: week, unit: 'WEEK' }] }
  }),
  lie(
    'per RVU',
    unpaid(
      '$58 per wRVU',
      '$52/RVU',
      'wRVU model, $61.50 per wRVU',
      '$55 per RVU after threshold',
      '$48.75/wRVU',
    ),
  ),
  lie('base plus RVU', (draft, { pay: { min } }, rng) => {
    draft.pay.text = rng.pick([
      `$${k(min)}K base plus RVU`,
      `${dollars(min)} + wRVU incentive`,
      `Base ${dollars(min)} plus productivity`,
      `${dollars(min)} base salary + RVU bonus`,
    ])
    return year(min, min)
  }),
  lie('base plus RVU rate', (draft, { pay: { min } }, rng) => {
    draft.pay.text = rng.pick([
      `${dollars(min)} base + $52/wRVU over 4,800`,
      `$${k(min)}k guarantee, then $58 per RVU`,
    ])
    return year(min, min)
  }),
  lie('base and bonus', (draft, { pay: { min } }, rng) => {
    draft.pay.text = rng.pick([
      `${dollars(min)} base + $40,000 annual quality bonus`,
      `${dollars(min)} plus $50K sign-on`,
      `$30,000 sign on bonus; ${dollars(min)} salary`,
      `${dollars(min)} with up to $25,000 in incentives`,
      `$${k(min)}K + $75K signing bonus + relocation`,
    ])
    return year(min, min)
  }),
  lie(
    'sign-on as pay',
    unpaid(
      'Up to $60K signing',
      'Sign-on bonus $50,000',
      '$40k sign on + relo',
      '$100,000 SIGN ON BONUS',
      '$25,000 commencement bonus',
      'Signing bonus up to $75,000',
      '$50K starting bonus',
    ),
  ),
  lie(
    'retention as pay',
    unpaid(
      '$30,000 retention bonus',
      'Retention: $20k/yr',
      '$15,000 relocation',
      'Relo up to $20,000',
      'Moving allowance $10,000',
      '$90,000 in incentives',
    ),
  ),
  lie(
    'loan repayment as pay',
    unpaid(
      '$200,000 loan repayment',
      'Student loan forgiveness up to $150K',
      '$50,000/year in loan repayment',
      'NHSC loan repayment $75,000',
      'Up to $250K student debt assistance',
    ),
  ),
  lie(
    'stipend as pay',
    unpaid(
      '$2,500/month residency stipend',
      'Training stipend $3,000 per month',
      '$5,000 CME',
      'Housing stipend of $2,000 per month',
      'Call stipend: $1,500 per night',
    ),
  ),
  open('sign-on cut off', (draft, _job, rng) => {
    draft.pay.text = rng.pick(['$60', 'Up to $60', '$100'])
    insert(
      draft,
      rng,
      `We offer up to ${draft.pay.text.replace('Up to ', '')}K signing bonus.`,
      `Includes a sign-on bonus of ${draft.pay.text.replace('Up to ', '')},000.`,
    )
    return nothing
  }),
  lie('sign-on in title', (draft, _job, rng) => {
    draft.title += rng.pick([
      ' w/ $100K Sign On',
      ' - $50,000 Sign-On Bonus',
      ' ($75k signing bonus!)',
      ' + $40K sign on',
      ' - Up to $200,000 Loan Repayment',
      ' - $30K Relo',
      ' | $60K Signing',
      ' with $25,000 retention bonus',
    ])
    return nothing
  }),
  lie('benefits with amounts in text', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'Sign-on bonus up to $75,000 and student loan assistance of $150,000.',
      'Generous package includes a $50,000 signing bonus, $20,000 relocation and $6,500 for CME.',
      'Resident stipend of $2,000 per month until you start.',
      'Eligible for $120,000 in loan repayment over 2 years.',
      'Call pay of $1,200 per 24 hours in addition to salary.',
    )
    return nothing
  }),
  lie('benefits beside pay', (draft, { pay: { min, max } }, rng) => {
    draft.pay.text = `${dollars(min)} - ${dollars(max)}`
    insert(
      draft,
      rng,
      'Sign-on bonus of $60,000 and $15,000 relocation.',
      'Up to $200,000 of student loan repayment.',
      'Quality incentive worth $35,000 a year.',
    )
    return year(min, max)
  }),
  lie(
    'words for pay',
    unpaid(
      'DOE',
      'Competitive',
      'MGMA 75th percentile',
      'Negotiable',
      'Commensurate with experience',
      '75th MGMA or above',
      'Very competitive + benefits',
      'See description',
      'TBD',
      'Top 10% of MGMA',
    ),
  ),
  open('total over several years', (draft, { pay: { min } }, rng) => {
    draft.pay.text = rng.pick([
      `${dollars(min * 2)} guaranteed over 2 years`,
      `$1.2M over 3 years`,
      `${dollars(min * 3)} total over three years`,
      `${dollars(min * 2)} (2-year total)`,
    ])
    return { pays: [null, { min, max: min, unit: 'YEAR' }] }
  }),
  lie('at least', (draft, { pay: { min } }, rng) => {
    draft.pay.text = rng.pick([
      `${dollars(min)}+`,
      `From ${dollars(min)} a year`,
      `Starting at $${k(min)}k`,
      `Minimum ${dollars(min)}`,
      `$${k(min)}K+`,
    ])
    return year(min, undefined)
  }),
  lie('at most', (draft, { pay: { max } }, rng) => {
    draft.pay.text = rng.pick([
      `Up to ${dollars(max)}`,
      `up to $${k(max)}K per year`,
      `Maximum ${dollars(max)}`,
    ])
    return year(undefined, max)
  }),
  open('potential', (draft, { pay: { max } }, rng) => {
    draft.pay.text = rng.pick([
      `Earning potential ${dollars(max + 200_000)}+`,
      `$${k(max + 100_000)}K potential`,
      `Total comp potential up to ${dollars(max + 150_000)}`,
    ])
    return {
      pays: [
        null,
        { min: max + 200_000, unit: 'YEAR' },
        { max: max + 100_000, unit: 'YEAR' },
        { max: max + 150_000, unit: 'YEAR' },
      ],
    }
  }),
  lie('no pay, but figures', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'The hospital recently completed a $350,000 simulation lab.',
      'Serving a population of 325,000 in a 5-county area.',
      'Median home price: $285,000.',
      'A $450 million health system with 350 beds.',
      'Our foundation awarded $400,000 in grants last year.',
      'The average cost of living index is 92; homes from $250,000.',
    )
    return nothing
  }),
  // A second batch, written from memory of boards, recruiters and transparency notices after the
  // readers were written.
  lie(
    'range as boards print it',
    field(
      (a, b) => `Compensation Information: $${a}.00 / Annually - $${b}.00 / Annually`,
      (a, b) => `Starting: ${a}.00 USD Annual - Max: ${b}.00`,
      (a, b) => `${dollars(a)}.00 to ${dollars(b)}.00`,
      (a, b) => `Base pay range ${dollars(a)}.00/yr - ${dollars(b)}.00/yr`,
      (a, b) => `USD ${a.toLocaleString('en-US')}.00 - ${b.toLocaleString('en-US')}.00 /YEARLY`,
      (a, b) => `${dollars(a)}.00-${dollars(b)}.00 Salary`,
      (a, b) => `${dollars(a)} – ${dollars(b)}/annual`,
      (a, b) =>
        `Salary Range: ${dollars(a)}.60 - ${dollars(b)}.40`
          .replace('.60', '.00')
          .replace('.40', '.00'),
      (a, b) => `$${k(a)}-${k(b)}K DOE`,
      (a, b) => `Comp: ${k(a)}-${k(b)}K + Bonus`,
      (a, b) => `Annual Salary ${dollars(a)} To ${dollars(b)}`,
      (a, b) => `$${k(a)},000-$${k(b)},000`,
    ),
  ),
  lie('guarantee', (draft, { pay: { min } }, rng) => {
    draft.pay.text = rng.pick([
      `1st year income guarantee of $${k(min)}K`,
      `2-year guarantee ${dollars(min)}`,
      `Base salary (two-year guarantee): $${k(min)}k`,
      `Guaranteed base: ${dollars(min)}`,
      `$${k(min)}K guarantee + RVU upside`,
      `${dollars(min)} base salary + productivity + $50,000 Sign on + $150,000 loan repayment`,
      `$${k(min)}K Base + wRVU + Quality + Sign-on`,
      `Salary ${dollars(min)} for 4-day work week`,
    ])
    return year(min, min)
  }),
  lie('transparency notice in text', (draft, { pay: { min, max } }, rng) => {
    insert(
      draft,
      rng,
      `The base salary range for this full-time position is ${dollars(min)}-${dollars(max)} + bonus + benefits.`,
      `Hiring range: ${dollars(min)} to ${dollars(max)}/year (actual pay depends on experience).`,
      `Pay transparency: the approximate salary range is between ${dollars(min)} and ${dollars(max)}.`,
      `The posted pay scale for this position is ${dollars(min)} - ${dollars(max)}.`,
      `Salary: ${dollars(min)}.00 to ${dollars(max)}.00 per year. Sign-on bonus up to $100,000.`,
      `Physician pay: ${dollars(min)} - ${dollars(max)} per annum.`,
      `Base Compensation: $${k(min)}K - $${k(max)}K plus quality incentives.`,
    )
    return {
      types: ['full-time', 'not-stated', ...allTypes],
      pays: [{ min, max, unit: 'YEAR' }, null],
    }
  }),
  lie('hourly as agencies print it', (draft, { hourly }, rng) => {
    const [text, min, max] = rng.pick<[string, number, number]>([
      [`$${hourly}/hour ($${(hourly * 2080).toLocaleString('en-US')} annualized)`, hourly, hourly],
      [`$${hourly}.00 - $${hourly + 20}.00 / hr (W2)`, hourly, hourly + 20],
      [`Hourly Rate: ${hourly}-${hourly + 20}`, hourly, hourly + 20],
      [`Pay Rate: $${hourly}.00 Hourly`, hourly, hourly],
      [`$${hourly} per hr.`, hourly, hourly],
      [`Rate: $${hourly}/hr + travel, lodging and malpractice`, hourly, hourly],
    ])
    draft.pay.text = text
    return { pays: [{ min, max, unit: 'HOUR' }] }
  }),
  open('two rates', (draft, { hourly }, rng) => {
    draft.pay.text = rng.pick([
      `$${hourly}/hr day, $${hourly + 15}/hr night`,
      `$${hourly}/hr; $${hourly + 75}/hr callback`,
      `$${hourly}/hour weekdays and $${hourly + 25}/hour weekends`,
    ])
    return { pays: [{ min: hourly, max: hourly, unit: 'HOUR' }, null] }
  }),
  lie('shifts and days as agencies print them', (draft, { hourly }, rng) => {
    const [low, high] = [hourly * 10, hourly * 10 + 200]
    draft.pay.text = rng.pick([
      `${dollars(low)} - ${dollars(high)} per 24 hour shift`,
      `Day Rate: $${low}-${high}`,
      `${dollars(low)}.00 - ${dollars(high)}.00 per shift`,
      `${dollars(low)}-${dollars(high)}/day + call`,
      `Daily: ${dollars(low)} to ${dollars(high)}`,
    ])
    return { pays: [{ min: low, max: high, unit: 'DAY' }] }
  }),
  open('what others earn', (draft, { pay: { max } }, rng) => {
    const [text] = rng.pick<[string]>([
      [`Average earnings $${k(max + 200_000)}K`],
      [`Partners earn $${k(max + 100_000)}K-$${k(max + 300_000)}K`],
      [`Income potential in excess of ${dollars(max + 150_000)}`],
      [`Earn up to $${k(max + 250_000)}k`],
    ])
    draft.pay.text = text
    return { pays: [null, { max: max + 250_000, unit: 'YEAR' }] }
  }),
  lie('other money in text', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'Medical director stipend: $100,000.',
      '$15,000 CME over 3 years.',
      'Referral bonus of $10,000 for each colleague you bring.',
      '$20k per year retention for three years.',
      'NHSC site: loan repayment, $30,000 a year for up to five years.',
      'Housing from $1,800 a month.',
      'Our residents receive a $75,000 salary.',
      'Malpractice limits of $1M/$3M.',
      'Family health plan with a $500 deductible.',
      'An employer contribution of $23,000 a year to your retirement.',
      'We pay licensing fees up to $2,000 a year.',
    )
    return nothing
  }),
  lie(
    'more words for pay',
    unpaid(
      'Depends on Experience',
      'Open',
      'Market rate',
      'Productivity based',
      'Above-market compensation',
      'To be discussed',
      'Salary + bonus',
      'W2 with benefits',
      'Highly competitive!',
      'Per union contract',
    ),
  ),
  lie(
    'more bonuses as pay',
    unpaid(
      '$5K Sign On',
      'Sign-On: $25,000',
      'Up to $100K in sign-on & relo',
      '$75,000 bonus',
      'Sign on bonus of up to $50k available',
      '$10,000 referral bonus',
      'Bonus $40K',
      '$30k sign-on/$20k relo',
      '$60,000 loan repay',
      '$150k in PSLF / loan assistance',
    ),
  ),
]

const allTypes = ['part-time', 'locums', 'contract', 'per-diem', 'permanent', 'temporary'] as const
