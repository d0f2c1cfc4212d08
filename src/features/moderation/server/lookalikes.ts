import { domainToUnicode } from 'node:url'
import { remove as removeConfusables } from 'confusables'
import { parse } from 'tldts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { employerKey, mailDomainOf, type KnownEmployer } from '#features/postings/server/public.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import type { Likeness } from '../model.ts'

export type Lookalike = { why: Likeness; shown: KnownEmployer; known: KnownEmployer }

/** An employer as it is compared with: worked out once for all postings of a page. */
const readName = (employer: string) => ({ key: employerKey(employer), skeleton: skeletonOf(employer) })
const readDomain = (host: string) => {
  const { domain, domainWithoutSuffix } = parse(host)
  return { host, domain, label: labelOf(domainWithoutSuffix) }
}
export const readKnown = (shown: KnownEmployer) => ({
  shown,
  name: readName(shown.employer),
  domain: shown.domain === null ? null : readDomain(shown.domain),
})
type Name = ReturnType<typeof readName>
type Domain = ReturnType<typeof readDomain>

/**
 * The known employer that a posting's name or domains look like, unless its poster writes from that employer's own domain. It flags, and
 * decides nothing: two clinics may have one name.
 */
export function findLookalike(
  { company, applyUrl, contactEmail, publicEmail }: Pick<PostingDetail, 'company' | 'applyUrl' | 'contactEmail' | 'publicEmail'>,
  domain: string | null,
  known: readonly ReturnType<typeof readKnown>[],
): Lookalike | null {
  const domains = [
    domain,
    URL.parse(applyUrl)?.hostname,
    ...[contactEmail, publicEmail].map((it) => (it.includes('@') ? mailDomainOf(it) : undefined)),
  ]
    .filter((it): it is string => Boolean(it))
    .map(readDomain)
  const name = readName(company)
  const isOwn = (it: (typeof known)[number]) => it.domain !== null && it.domain.host === domain
  const own = new Set(known.filter(isOwn).map((it) => it.name.key))
  for (const other of known) {
    if (own.has(other.name.key) || isOwn(other)) continue
    const why = likenessOfNames(name, other.name)
    if (why) return { why, shown: { employer: company, domain: domain ?? domains[0]?.host ?? null }, known: other.shown }
    const like = domains.find((named) => other.domain !== null && areDomainsAlike(named, other.domain))
    if (like) return { why: 'similar-domain', shown: { employer: company, domain: like.host }, known: other.shown }
  }
  return null
}

function likenessOfNames(shown: Name, known: Name): Likeness | null {
  if (shown.key === known.key) return 'name'
  const [shownLetters, knownLetters] = [shown.skeleton.replaceAll(' ', ''), known.skeleton.replaceAll(' ', '')]
  if (shownLetters === knownLetters || isNear(shownLetters, knownLetters)) return 'similar-name'
  return knownLetters.length >= shortestName && hasWordsOf(shown.skeleton, known.skeleton) ? 'added-words' : null
}

/** In their order, also with words in between: 'Mercy Regional Hospital' beside 'Mercy Hospital'. */
function hasWordsOf(shown: string, known: string): boolean {
  const left = known.split(' ')
  for (const word of shown.split(' ')) if (word === left[0]) left.shift()
  return left.length === 0
}

/**
 * The same label under another suffix, with a letter changed, or with something added: `mercy-careers.com` and `mercy.org.apply.com` beside
 * `mercy.org`.
 */
function areDomainsAlike(shown: Domain, known: Domain): boolean {
  if (shown.domain === null || shown.domain === known.domain) return false
  if (`.${shown.host}`.includes(`.${known.host}.`)) return true
  if (known.label.length < shortestName) return shown.label === known.label
  return shown.label.includes(known.label) || isNear(shown.label, known.label)
}

/** Shorter ones are part of too many. */
const shortestName = 5

const labelOf = (label: string | null): string => skeletonOf(domainToUnicode(label ?? '') || (label ?? '')).replaceAll(' ', '')

/** One difference in names of six letters and more, two from twelve on. */
function isNear(one: string, other: string): boolean {
  const most = Math.floor(Math.min(other.length, 17) / 6)
  return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most
}

/** What people see: letters of other scripts, digits and pairs of letters that look alike are one. */
const skeletonOf = (text: string): string =>
  employerKey(removeConfusables(text)).replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')
