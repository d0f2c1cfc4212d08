import type { PostingDetail } from '#features/postings/contract-parts.ts'

/** What a moderator should look at twice. None of it is a reason to refuse by itself. */
export function hintsOf(posting: PostingDetail): string[] {
  const { title, salaryMin, salaryMax, compNotes, applyUrl, description } = posting
  const link = linkHint(applyUrl)
  return [
    ...(salaryMin === '' && salaryMax === '' && compNotes === '' ? ['Pay not stated'] : []),
    ...(link === undefined ? [] : [link]),
    ...(description.length < shortText ? [`Very short text (${description.length} characters)`] : []),
    ...(/[A-Z]{2}/.test(title) && title === title.toUpperCase() && title.length > 12 ? ['Title in capitals'] : []),
  ]
}

const shortText = 200

const shorteners = new Set([
  'bit.ly',
  'tinyurl.com',
  't.co',
  'goo.gl',
  'ow.ly',
  'is.gd',
  'buff.ly',
  'cutt.ly',
  'rb.gy',
  'shorturl.at',
])

function linkHint(applyUrl: string): string | undefined {
  if (applyUrl === '') return 'No link to apply'
  const url = URL.parse(applyUrl)
  if (!url) return 'Suspicious link: not an address'
  if (url.protocol === 'mailto:') return undefined
  const host = url.hostname.replace(/^www\./, '')
  if (url.username !== '' || url.password !== '') return 'Suspicious link: a name stands before the host'
  if (/^[\d.]+$|^\[/.test(host)) return 'Suspicious link: an address of numbers'
  if (host.includes('xn--')) return 'Suspicious link: look-alike letters'
  if (shorteners.has(host)) return 'Suspicious link: it hides where it leads'
  return url.protocol === 'https:' ? undefined : 'Suspicious link: not encrypted'
}
