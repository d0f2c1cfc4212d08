import type { TermName } from './terms-schema.ts'

export type Values = Record<string, string | number>
export type Figures = {
  n: number
  to: number | undefined
  unit: string
  words: string
  match: string
  groups: Record<string, string | undefined>
}

const yearsIn = (unit: string): number => (unit.startsWith('y') ? 12 : 1)
const range =
  (name: string) =>
  ({ n, to }: Pick<Figures, 'n' | 'to'>): Values => ({
    [name]: n,
    ...(to !== undefined && { [`${name}To`]: to }),
  })
const months =
  (name: string) =>
  ({ n, unit }: Figures): Values => ({ [name]: Math.round(n * yearsIn(unit)) })
const figure =
  (name: string) =>
  ({ n }: Figures): Values => ({ [name]: n })

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

function dateOf({ groups }: Figures): Values {
  const [month, season, digits, year = ''] = ['month', 'season', 'digits', 'year'].map(
    (part) => groups[part] ?? groups[`after_${part}`] ?? groups[`alone_${part}`],
  )
  return {
    year: Number(year.length === 2 ? `20${year}` : year),
    ...(season
      ? { season: season.toLowerCase().replace('autumn', 'fall') }
      : {
          month: month ? monthNames.indexOf(month.slice(0, 3).toLowerCase()) + 1 : Number(digits),
        }),
  }
}

/** What the figures of a rule become. */
export const figures: {
  readonly [Name in TermName]?: Readonly<Record<string, (found: Figures) => Values>>
} = {
  call: { oneIn: figure('oneIn') },
  fte: {
    share: range('share'),
    days: range('days'),
    hours: range('hours'),
    shifts: (groups) => ({
      ...range('shifts')(groups),
      per: /^y|^annual/.test(groups.unit) ? 'year' : groups.unit.startsWith('w') ? 'week' : 'month',
    }),
  },
  start: { now: () => ({ now: 'yes' }), date: dateOf, graduates: figure('year') },
  payModel: {
    partnershipMonths: ({ n, unit, groups: { years, inYears = years } }) => ({
      partnership: 'yes',
      partnershipMonths: Math.round(inYears ? Number(inYears) * 12 : n * yearsIn(unit)),
    }),
    perRvu: range('perRvu'),
    threshold: figure('threshold'),
    guaranteeMonths: ({ n, unit, groups: { years } }) => ({
      guaranteeMonths: years ? 24 : Math.round(n * yearsIn(unit)),
    }),
  },
  nonCompete: { miles: figure('miles'), months: months('months') },
  loanRepayment: { amount: ({ n, unit }) => ({ amount: n, ...(unit && { per: 'year' }) }) },
  notice: {
    days: ({ n, unit }) => ({
      days: n * (unit.startsWith('m') ? 30 : unit.startsWith('w') ? 7 : 1),
    }),
  },
  cme: {
    amount: figure('amount'),
    days: ({ n, unit }) => ({ days: n * (unit.startsWith('w') ? 5 : 1) }),
  },
  timeOff: {
    time: ({ n, to, unit, groups: { weeks } }) =>
      weeks
        ? { weeks: Number(weeks) }
        : range(unit.startsWith('w') ? 'weeks' : unit.startsWith('d') ? 'days' : 'hours')({
            n,
            to,
          }),
  },
  patients: {
    count: ({ n, to, unit, groups: { daily } }) => {
      const letter = { h: 'hour', n: 'shift' }[unit.slice(0, 1)]
      const per =
        daily || /^(?:d|p|$)/.test(unit)
          ? 'day'
          : /half|session/.test(unit)
            ? 'session'
            : (letter ?? unit)
      return { ...range('count')({ n, to }), per }
    },
  },
  locums: {
    dates: ({ words, match }) => ({ dates: (words || match).trim() }),
    hours: figure('shiftHours'),
  },
}
