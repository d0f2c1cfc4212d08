import { domainToUnicode } from 'node:url'
import { remove as removeConfusables } from 'confusables'
import { parse } from 'tldts'
import type { PostingDetail } from '#features/postings/contract.ts'
import { employerKey, mailDomainOf, type KnownEmployer } from '#features/postings/server/public.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import type { Likeness } from '../model.ts'

export type Lookalike = { why: Likeness; shown: KnownEmployer; known: KnownEmployer }

/**
 * The known employer that a posting's name or domains look like, unless its poster writes from that employer's own domain. It flags, and
 * decides nothing: two clinics may have one name.
 */
export function findLookalike(
  { company, applyUrl, contactEmail, publicEmail }: Pick<PostingDetail, 'company' | 'applyUrl' | 'contactEmail' | 'publicEmail'>,
  domain: string | null,
  known: readonly KnownEmployer[],
): Lookalike | null {
  const domains = [
    domain,
    URL.parse(applyUrl)?.hostname,
    ...[contactEmail, publicEmail].map((it) => (it.includes('@') ? mailDomainOf(it) : undefined)),
  ].filter((it): it is string => Boolean(it))
  const own = new Set(known.flatMap((it) => (it.domain !== null && it.domain === domain ? [employerKey(it.employer)] : [])))
  for (const other of known) {
    if (own.has(employerKey(other.employer)) || (other.domain !== null && other.domain === domain)) continue
    const why = likenessOfNames(company, other.employer)
    if (why) return { why, shown: { employer: company, domain: domain ?? domains[0] ?? null }, known: other }
    const like = domains.find((it) => other.domain !== null && areDomainsAlike(it, other.domain))
    if (like !== undefined) return { why: 'similar-domain', shown: { employer: company, domain: like }, known: other }
  }
  return null
}

function likenessOfNames(shown: string, known: string): Likeness | null {
  if (employerKey(shown) === employerKey(known)) return 'name'
  const [one, other] = [skeletonOf(shown), skeletonOf(known)]
  const [shownLetters, knownLetters] = [one.replaceAll(' ', ''), other.replaceAll(' ', '')]
  if (shownLetters === knownLetters || isNear(shownLetters, knownLetters)) return 'similar-name'
  return knownLetters.length >= shortestName && hasWordsOf(one, other) ? 'added-words' : null
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
function areDomainsAlike(shown: string, known: string): boolean {
  const [one, other] = [parse(shown), parse(known)]
  if (one.domain === null || one.domain === other.domain) return false
  if (`.${shown}`.includes(`.${known}.`)) return true
  const [label, knownLabel] = [labelOf(one.domainWithoutSuffix), labelOf(other.domainWithoutSuffix)]
  if (knownLabel.length < shortestName) return label === knownLabel
  return label.includes(knownLabel) || isNear(label, knownLabel)
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
