import { linkMarks } from '#shared/paths.ts'
import { keysOf } from '#shared/keys.ts'

/** Events that a browser reports: a job page was opened, its apply link was followed. */
export const eventKinds = ['view', 'apply'] as const
export type EventKind = (typeof eventKinds)[number]

/** What a page reports of a visitor who came from another of our pages. */
export const ownSearchMark = 'search'
/** Of a link's mark, in characters. */
export const maxMark = 100

/** The selectable periods, in days. */
export const periods = [7, 30, 90, 365] as const
export const usualPeriod = 30
export const maxPeriod = 365

/** The most postings in the list; the least viewed are cut. */
export const maxPostings = 200

export const figures = ['views', 'visitors', 'applyClicks', 'saves', 'inquiries'] as const
export type Figure = (typeof figures)[number]
export type Figures = Record<Figure, number>

export const figureLabels: Record<Figure, string> = {
  views: 'Views',
  visitors: 'Visitors',
  applyClicks: 'Apply clicks',
  saves: 'Saves',
  inquiries: 'Inquiries',
}

/** Visitors are unique per day, so sums over days count them again. */
export function totalOf(days: readonly Figures[]): Figures {
  const total: Figures = { views: 0, visitors: 0, applyClicks: 0, saves: 0, inquiries: 0 }
  for (const day of days) for (const figure of figures) total[figure] += day[figure]
  return total
}

/**
 * Facts of a posting whose absence is worth a sentence, with the field of the edit form that states
 * each.
 */
export const comparedFacts = [
  'pay',
  'schedule',
  'setting',
  'benefits',
  'startDate',
  'visa',
] as const
export type ComparedFact = (typeof comparedFacts)[number]

/**
 * With fewer comparable postings, or fewer employers behind them, a comparison would say something
 * about one of them.
 */
export const minPeers = 5
export const minPeerEmployers = 3
/** A posting is compared once it was live this long. */
export const minDaysLive = 3

/** Where somebody who looks at a posting comes from. */
export const originLabels = {
  search: 'Search on this site',
  alert: 'Job alerts',
  feed: 'Feeds',
  aggregator: 'Other job sites',
  engine: 'Search engines',
  assistant: 'AI assistants',
  invitation: 'Invitations',
  firm: 'Search firms',
  unknown: 'Not known',
} as const
export type Origin = keyof typeof originLabels
export const origins = keysOf(originLabels)

/** By domain, with its subdomains. */
const domains: Partial<Record<Origin, string>> = {
  engine: `google.com google.ca google.co.uk google.co.in google.com.au google.com.mx google.com.ng google.com.ph google.com.pk google.de
    com.google.android.googlequicksearchbox bing.com duckduckgo.com yahoo.com ecosia.org search.brave.com startpage.com kagi.com qwant.com
    aol.com ask.com yandex.com baidu.com`,
  assistant: `chatgpt.com openai.com perplexity.ai claude.ai gemini.google.com copilot.microsoft.com copilot.com meta.ai grok.com
    chat.mistral.ai deepseek.com you.com openevidence.com`,
  aggregator: `indeed.com ziprecruiter.com linkedin.com lnkd.in glassdoor.com simplyhired.com jooble.org talent.com adzuna.com monster.com
    careerbuilder.com careerjet.com jobrapido.com jora.com lensa.com whatjobs.com doccafe.com practicelink.com practicematch.com doximity.com
    healthecareers.com nejmcareercenter.org jamanetwork.com`,
}

type Arrival = { mark?: string | undefined; referrer?: string | undefined }

const ownMarks = [ownSearchMark, ...linkMarks] as const

/** A mark that we know counts before the referrer's host; `utm_source` may name a host, too. */
export const originOf = ({ mark = '', referrer = '' }: Arrival): Origin =>
  ownMarks.find((known) => known === mark) ??
  originOfHost(mark) ??
  originOfHost(referrer) ??
  'unknown'

function originOfHost(host: string): Origin | undefined {
  const parts = host.toLowerCase().split('.').slice(-maxLabels)
  const names = parts.map((_, at) => parts.slice(at).join('.'))
  const listed = names.flatMap((name) =>
    origins.filter((origin) => domains[origin]?.split(/\s+/).includes(name)),
  )
  return listed[0]
}
/** More than any listed domain has. */
const maxLabels = 5
