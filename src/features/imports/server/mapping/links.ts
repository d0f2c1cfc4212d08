import { hash as digest } from 'node:crypto'
import { jobLimits } from '#features/jobs/model.ts'
import { cleanLine } from '#features/jobs/read-text.ts'
import type { ScrapedJob } from './item.ts'

type Origin = Pick<ScrapedJob, 'shape' | 'id'>

/** What a source itself calls the job. */
export type SourceKeys = { id?: string; url?: string }
/** `apply`: the link to apply, which other sources may give, too. */
export type JobKeys = SourceKeys & { content: string; apply?: string; number?: string }

/**
 * Two items are one job if they share a key. In order of trust, the keys are the source's id, the
 * page's address, title with employer and place, and the apply link at another source. Where the
 * place is a state alone, the text has to be the same, too.
 */
export function keysOf(job: {
  origin: Origin
  source_url?: string | null | undefined
  title: string
  employer: string
  city: string
  state: string
  further_places?: string[] | undefined
  description: string
  specialty: string
  apply_url?: string | null | undefined
}): JobKeys {
  const facts = [
    job.title,
    job.employer,
    job.city || job.description,
    job.state,
    ...(job.further_places ?? []),
  ]
  const apply = applyKey(job.apply_url)
  return {
    ...sourceKeysOf(job.origin, job.source_url),
    // One requisition may be for several places, and a link for an employer's whole list.
    ...(apply && {
      apply: `apply:${hash([apply, job.city, job.state, job.specialty].join('\n'))}`,
    }),
    content: `content:${hash(facts.map(folded).join('\n'))}`,
  }
}

export function sourceKeysOf({ id, shape }: Origin, page: string | null | undefined): SourceKeys {
  const url = page && urlKey(page)
  // An id means something on its own site only.
  const site = page ? siteOf(page) : shape.toLowerCase()
  return {
    ...(id && { id: `id:${hash(`${site} ${id}`)}` }),
    ...(url && { url: `url:${hash(url)}` }),
  }
}

/** A link that names one opening by its number. */
function applyKey(link: string | null | undefined) {
  const key = link && !link.startsWith('mailto:') ? urlKey(link) : undefined
  return key && /\d{4}|[\da-f]{8}-/i.test(key.slice(key.indexOf('/'))) ? key : undefined
}

/** What beside `isCounting`'s says where a visitor came from, not which page it is. */
const tracking = /^(?:ref|referer|referrer|source|src|position|pagenum|sessionid|campaign|cid)$/i

/**
 * The address without what does not choose the page; undefined for a site's front page, which is no
 * single job.
 */
function urlKey(address: string) {
  const url = new URL(address)
  const isOfPage = ([name, value]: [string, string]) =>
    !tracking.test(name) && !isCounting(name, value)
  const params = [...url.searchParams].filter(isOfPage).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const path = url.pathname.replace(/\/+$/, '')
  // One-page sites have the job's id in the fragment.
  const fragment = /[/=]/.test(url.hash) ? url.hash : ''
  if (path === '' && params.length === 0 && fragment === '') return undefined
  return `${siteOf(address)}${path}?${new URLSearchParams(params).toString()}${fragment}`
}

const siteOf = (address: string) => new URL(address).host.replace(/^www\./, '')

/** Letters and digits only, without accents: how people, not programs, compare names. */
function folded(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\b(?:inc|llc|pllc|corp|the)\b/g, '')
    .replaceAll(/[^a-z\d]+/g, '')
}

/** Long enough that two texts never share one. */
export const hash = (text: string): string => digest('sha256', text, 'base64url').slice(0, 24)

/** Whom to ask about the job, as its columns; what is no name, address or number is left out. */
export function readContact({ contactName, contactEmail, contactPhone }: ScrapedJob) {
  return {
    contact_name: lineOf(contactName, jobLimits.employer),
    contact_email: emailOf(contactEmail),
    contact_phone: /\d{3}/.test(contactPhone ?? '') ? lineOf(contactPhone, jobLimits.phone) : null,
  }
}

const lineOf = (text: string | undefined, max: number) => cleanLine(text ?? '', max) || null

function emailOf(text: string | undefined) {
  const [, address = ''] = readLink(text)?.match(/^mailto:([^?]+)/) ?? []
  return address !== '' && address.length <= jobLimits.email ? address.toLowerCase() : null
}

const schemes = new Set(['http:', 'https:', 'mailto:'])

/**
 * A link that a page may carry, mended where blanks or a missing scheme broke it; undefined for
 * everything else,
 * `javascript:` and links with a password among them.
 */
export function readLink(value: string | undefined): string | undefined {
  const text = value?.trim() ?? ''
  if (text === '' || text.length > jobLimits.url || /[\p{Cc}<>"'`\\]/u.test(text)) return undefined
  if (/^[^\s@/:]+@[^\s@/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`
  const url = URL.parse(withScheme(withoutBlanks(text)))
  if (!url || !schemes.has(url.protocol) || url.username || url.password) return undefined
  if (url.protocol !== 'mailto:') return webLink(url)
  return /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(url.pathname) ? url.href : undefined
}

/** Without what counts visitors on the way, and without a redirect that names its target. */
function webLink(source: URL) {
  const target = [...source.searchParams].find(
    ([name, value]) =>
      /^(?:to|url|u|target|dest|destination|redirect(?:_?url)?)$/i.test(name) &&
      /^https?:\/\//i.test(value),
  )
  const url = (target && URL.parse(target[1])) ?? source
  if (!/\.[a-z]{2,}$/i.test(url.hostname) || url.username || url.password) return undefined
  const counted = [...url.searchParams].flatMap(([name, value]) =>
    isCounting(name, value) ? [name] : [],
  )
  for (const name of counted) url.searchParams.delete(name)
  return url.href.length <= jobLimits.url ? url.href : undefined
}

/** 'src=feed' says where a visitor comes from; 'src=4711' may choose the page. */
const isCounting = (name: string, value: string) =>
  /^(?:utm_\w+|\w*clid|trk\w*|trackingid|gh_src|mkt_tok|mc_[ce]id|_hs\w+|igshid|refid)$/i.test(
    name,
  ) ||
  (/^(?:source|src|ref|referrer|campaign)$/i.test(name) && /^[a-z_. -]*$/i.test(value))

/** The page where the job was found: mail is no page. */
export function readPageUrl(value: string | undefined): string | undefined {
  const link = readLink(value)
  return link?.startsWith('mailto:') ? undefined : link
}

/** Blanks in scheme and host are typing errors; later ones belong to a file's name. */
function withoutBlanks(text: string) {
  const [, scheme = '', host = '', rest = ''] =
    text.match(/^([a-z]+\s*:\s*\/\s*\/)?([^/?#]*)([\s\S]*)$/i) ?? []
  return (
    scheme.replaceAll(/\s/g, '') +
    host.replaceAll(/\s/g, '') +
    rest.trim().replaceAll(/\s+/g, '%20')
  )
}

function withScheme(text: string) {
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return text
  return text.startsWith('//') ? `https:${text}` : `https://${text}`
}
