import { linkMarks } from '#shared/paths.ts'
import { ownSearchMark } from './model.ts'

/** Where somebody who looks at a posting comes from. */
export const originLabels = {
  search: 'Search on this site',
  alert: 'Job alerts',
  feed: 'Feeds',
  aggregator: 'Other job sites',
  engine: 'Search engines',
  assistant: 'AI assistants',
  unknown: 'Not known',
} as const
export type Origin = keyof typeof originLabels
export const origins = Object.keys(originLabels) as Origin[]

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
