import { formatDollars } from './display.ts'
import { callLimits, fteShares, quartersFrom } from './filters.ts'
import { formatNumber } from '#shared/numbers.ts'
import type { Term, TermName, Terms } from './terms-schema.ts'
import { keysOf, tableOf } from '#shared/keys.ts'

/**
 * The terms of a posting as people read them, and as the index has them. Pure: the browser's first
 * load may import it.
 */

export const visaTerms = [
  'conrad',
  'flex',
  'capExempt',
  'transfer',
  'greenCard',
] as const satisfies readonly TermName[]
export type VisaTerm = (typeof visaTerms)[number]

/**
 * The terms that contracts fail on, in the order of the sheet; and what an inquiry asks for where
 * one is not stated.
 */
export const contractTerms = {
  call: { label: 'Call', question: 'How often is call, is it taken from home, and is it paid?' },
  fte: { label: 'Hours', question: 'How many hours, days or shifts is it?' },
  start: { label: 'Start', question: 'When would the work start?' },
  payModel: {
    label: 'Pay model',
    question: 'How is pay made up: base, guarantee, productivity, partnership?',
  },
  malpractice: {
    label: 'Malpractice and tail',
    question: 'Is malpractice claims-made or occurrence, and who pays the tail?',
  },
  nonCompete: {
    label: 'Non-compete',
    question: 'Is there a non-compete, and how far and how long does it reach?',
  },
  loanRepayment: { label: 'Loan repayment', question: 'Is there loan repayment?' },
  notice: { label: 'Notice period', question: 'What is the notice period?' },
  cme: { label: 'CME', question: 'What are the CME allowance and days?' },
  timeOff: { label: 'Paid time off', question: 'How much paid time off is there?' },
  patients: { label: 'Patients a day', question: 'How many patients a day are expected?' },
  locums: {
    label: 'Locums assignment',
    question: 'What are the dates and shifts, and are travel and lodging paid?',
  },
} as const satisfies {
  readonly [Name in Exclude<TermName, VisaTerm>]: { label: string; question: string }
}
export type ContractTerm = keyof typeof contractTerms
export const termNames = keysOf(contractTerms)

export const visaTermLabels: Record<VisaTerm, string> = {
  conrad: 'Conrad 30',
  flex: 'Flex slot',
  capExempt: 'Cap-exempt H-1B',
  transfer: 'H-1B transfer',
  greenCard: 'Green card',
}

type Job = { title: string; type: string; terms: Terms }

/** The terms that a job can have: an assignment's are those of locum work. */
const termsFor = ({ type, terms }: Omit<Job, 'title'>) =>
  termNames.filter((name) => name !== 'locums' || type === 'locums' || terms.locums !== undefined)

export const statedTerms = (
  job: Omit<Job, 'title'>,
): { stated: ContractTerm[]; missing: ContractTerm[] } => {
  const { stated = [], missing = [] } = Object.groupBy(termsFor(job), (term) =>
    job.terms[term] ? 'stated' : 'missing',
  )
  return { stated, missing }
}

/** For programs of others, where a source allows only an excerpt of its texts. */
export const withoutWords = (terms: Terms): Terms =>
  Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, { ...term, words: '' }]))

const lineOf = (name: ContractTerm) => `• ${contractTerms[name].question}`
const openingOf = (job: Job) =>
  `I am interested in your position ${job.title}. Could you tell me more?`

/** The draft of an inquiry about what a posting does not state. */
export const questionsAbout = (job: Job): string =>
  [openingOf(job), '', ...statedTerms(job).missing.map(lineOf)].join('\n')

/** Whether a draft has the question about a term. */
export const asks = (draft: string, name: ContractTerm): boolean =>
  draft.split('\n').includes(lineOf(name))

/** The draft with the question about a term, or without it. */
export function toggleQuestion(job: Job, draft: string, name: ContractTerm): string {
  const lines = (draft.trim() || `${openingOf(job)}\n`).split('\n')
  if (asks(draft, name)) return lines.filter((line) => line !== lineOf(name)).join('\n')
  const isList = lines.at(-1)?.startsWith('•') || lines.at(-1) === ''
  return [...lines, ...(isList ? [] : ['']), lineOf(name)].join('\n')
}

/** The terms of visas have no figures. */
type Texts = { readonly [Name in TermName]?: (term: Term<Name>) => (string | false | undefined)[] }

const span = (from: number, to: number | undefined): string =>
  to === undefined || to === from ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`
const counted = (from: number | undefined, to: number | undefined, unit: string) =>
  from === undefined ? undefined : `${span(from, to)} ${unit}${(to ?? from) === 1 ? '' : 's'}`
const dollars = (amount: number | undefined) =>
  amount === undefined ? undefined : `$${formatNumber(amount)}`
const time = (months: number | undefined) =>
  months === undefined
    ? undefined
    : months % 12 === 0
      ? counted(months / 12, undefined, 'year')
      : counted(months, undefined, 'month')

export const monthNames =
  'January February March April May June July August September October November December'.split(' ')
const tailTexts = { employer: 'tail paid', physician: 'tail not paid', shared: 'tail shared' }

const texts: Texts = {
  call: ({ oneIn, where, paid }) => [
    oneIn !== undefined && `1 in ${oneIn}`,
    where === 'home' ? 'from home' : where,
    paid && (paid === 'yes' ? 'paid' : 'not paid'),
  ],
  fte: ({ share, shareTo, days, daysTo, hours, hoursTo, shifts, shiftsTo, per }) => [
    share !== undefined &&
      `${share.toFixed(share * 10 === Math.round(share * 10) ? 1 : 2)}${shareTo === undefined || shareTo === share ? '' : `–${shareTo.toFixed(1)}`} FTE`,
    days !== undefined && `${counted(days, daysTo, 'day')} a week`,
    hours !== undefined && `${counted(hours, hoursTo, 'hour')} a week`,
    shifts !== undefined && `${counted(shifts, shiftsTo, 'shift')} a ${per ?? 'month'}`,
  ],
  start: ({ now, year, month, season }) => [
    now && 'now',
    year !== undefined && [month ? monthNames[month - 1] : season, year].filter(Boolean).join(' '),
  ],
  payModel: (model) => [
    model.base && 'base salary',
    model.guaranteeMonths
      ? `${time(model.guaranteeMonths)?.replace(/ (\w+?)s?$/, '-$1')} guarantee`
      : model.guarantee && 'guarantee',
    model.perRvu !== undefined &&
      `${[...new Set([model.perRvu, model.perRvuTo ?? model.perRvu])].map(formatDollars).join('–')} a wRVU`,
    model.threshold !== undefined && `over ${formatNumber(model.threshold)} wRVUs`,
    model.productivity &&
      model.perRvu === undefined &&
      model.threshold === undefined &&
      (model.productivity === 'yes' ? 'productivity' : 'no productivity targets'),
    model.partnership === 'yes' &&
      (model.partnershipMonths
        ? `partnership after ${time(model.partnershipMonths)}`
        : 'partnership track'),
    model.partnership === 'no' && 'no partnership',
  ],
  malpractice: ({ kind, tail }) => [kind, tail && tailTexts[tail]],
  nonCompete: ({ miles, months }) => [counted(miles, undefined, 'mile'), time(months)],
  loanRepayment: ({ amount, per, program }) => [
    amount !== undefined && `${dollars(amount)}${per ? ' a year' : ''}`,
    program === 'state' ? 'state program' : program === 'PSLF' ? 'PSLF-eligible' : program,
  ],
  notice: ({ days }) => [counted(days, undefined, 'day')],
  cme: ({ amount, days }) => [dollars(amount), counted(days, undefined, 'day')],
  timeOff: (off) => [
    off.unlimited && 'unlimited',
    counted(off.weeks, off.weeksTo, 'week'),
    counted(off.days, off.daysTo, 'day'),
    counted(off.hours, off.hoursTo, 'hour'),
  ],
  patients: ({ count, countTo, per }) => [
    count !== undefined &&
      `${span(count, countTo)}${per === 'day' || !per ? '' : ` ${per === 'hour' ? 'an' : 'a'} ${per}`}`,
  ],
  locums: ({ dates, shiftHours, travel, lodging, car }) => [
    dates,
    shiftHours !== undefined && `${shiftHours}-hour shifts`,
    travel && (travel === 'yes' ? 'travel paid' : 'travel not paid'),
    lodging && (lodging === 'yes' ? 'lodging paid' : 'lodging not paid'),
    car && 'rental car',
  ],
}

const no: { readonly [Name in TermName]?: string } = {
  call: 'No call',
  nonCompete: 'No non-compete',
}
const yes: { readonly [Name in TermName]?: string } = {
  call: 'Yes, frequency not stated',
  malpractice: 'Provided, tail not stated',
}

/** 'From home, 1 in 6'; what is stated without figures is 'Yes', and what is ruled out 'No'. */
export function termText<Name extends TermName>(name: Name, term: Term<Name>): string {
  if (term.is === 'no') return no[name] ?? 'No'
  const text = (texts[name]?.(term) ?? []).filter(Boolean).join(', ')
  if (text !== '') return `${text[0]?.toUpperCase()}${text.slice(1)}`
  // What the poster wrote and no figure was found in stands as it is.
  return term.by === 'poster' && !/^(?:yes|offered)$/i.test(term.words)
    ? term.words
    : (yes[name] ?? 'Yes')
}

/** Those that a posting states, as the sheet shows them; '' for the others. */
export const termFacts = (terms: Terms): { term: string; value: string }[] => [
  ...termNames.map((name) => ({ term: contractTerms[name].label, value: factOf(name, terms) })),
  ...visaTerms.map((name) => ({ term: visaTermLabels[name], value: factOf(name, terms) })),
]
const factOf = (name: TermName, terms: Terms) => (terms[name] ? termText(name, terms[name]) : '')

/** All of it as a text: 'Call: 1 in 5 · Non-compete: No non-compete · Not stated: hours, start'. */
export function termsText(job: Omit<Job, 'title'>): string {
  let text = ''
  for (const { term, value } of termFacts(job.terms))
    if (value !== '') text += `${term}: ${value} · `
  return text === '' ? 'No terms stated' : (text + openTermsText(job)).replace(/ · $/, '')
}

/** 'Not stated: hours, CME'. */
export function openTermsText(job: Omit<Job, 'title'>): string {
  const labels = termsFor(job).flatMap((name) => (job.terms[name] ? [] : openLabels[name]))
  return labels.length === 0 ? '' : `Not stated: ${labels.join(', ')}`
}

/** 'CME' stays as it is. */
const openLabels = tableOf(termNames, (name) =>
  contractTerms[name].label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
)

const lastMonths = { winter: 3, spring: 6, summer: 9, fall: 12 }

/** The words of the index, for the filters; what is not stated has none. */
export function indexWordsOf({
  call,
  fte,
  start,
  payModel,
  malpractice,
  nonCompete,
  loanRepayment,
}: Terms): string[] {
  const oneIn = call?.is === 'no' ? Infinity : call?.is === 'yes' ? (call.oneIn ?? 0) : 0
  const { share = 2, shareTo = share } = fte?.is === 'yes' ? fte : {}
  const by =
    start?.is === 'yes'
      ? start.now
        ? 'now'
        : start.year && latestMonth(start.year, start)
      : undefined
  return [
    ...callLimits
      .filter((limit) => (limit === 'none' ? oneIn === Infinity : oneIn >= Number(limit)))
      .map((limit) => `@call:${limit}`),
    ...sharesIn(share, shareTo).map((step) => `@fte:${step}`),
    ...(by ? startQuarters(by).map((quarter) => `@start:${quarter}`) : []),
    ...(payModel?.is === 'yes' && payModel.partnership === 'yes' ? ['@partnership'] : []),
    ...(malpractice?.is === 'yes' && malpractice.tail === 'employer' ? ['@tailPaid'] : []),
    ...(nonCompete?.is === 'no' ? ['@noNonCompete'] : []),
    // Forgiveness for public service is not the employer's money.
    ...(loanRepayment?.is === 'yes' &&
    (loanRepayment.amount !== undefined || loanRepayment.program !== 'PSLF')
      ? ['@loanRepayment']
      : []),
  ]
}

/** The steps of the filter that a share, or a range of shares, comes to. */
export const sharesIn = (from: number, to: number) =>
  fteShares.filter((step) => from <= Number(step) + 0.05 && to > Number(step) - 0.05)

/** Two years more than the filter offers: texts are read again each year. */
const yearsAhead = 6

/** 'now' and the quarters at whose end a job has started. */
const startQuarters = (by: string) => {
  const quarters = quartersFrom(new Date().getUTCFullYear(), yearsAhead)
  return by === 'now' ? ['now', ...quarters] : quarters.filter((quarter) => quarter >= by)
}

/** The last month that is meant, as '2027-07'. */
const latestMonth = (
  year: number,
  { month, season }: { month?: number | undefined; season?: keyof typeof lastMonths | undefined },
) => `${year}-${String(month ?? (season ? lastMonths[season] : 12)).padStart(2, '0')}`
