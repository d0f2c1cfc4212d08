import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import {
  isNear,
  lettersOf,
  likenessOf,
  mailDomainOf,
  readWords,
  shortestName,
  type findKnownEmployers,
  type KnownEmployer,
} from '#features/names/server/public.ts'
import type { PostingDetail } from '#features/postings/contract.ts'
import type { Db } from '#platform/server/database.ts'
import type { Likeness } from '../model.ts'

export type Lookalike = { why: Likeness; shown: KnownEmployer; known: KnownEmployer }

type Known = Awaited<ReturnType<typeof findKnownEmployers>>
type Posting = Pick<PostingDetail, 'company' | 'applyUrl' | 'contactEmail' | 'publicEmail'>
/** With the mail domain that the poster's account has confirmed. */
type Shown = { posting: Posting; domain: string | null }

/**
 * The known employer that each posting's name or domains look like, unless its poster writes from
 * that employer's own domain. They are flags, and decide nothing: two clinics may have one name.
 */
export async function findLookalikes(
  db: Db,
  shown: readonly Shown[],
  known: Known,
): Promise<(Lookalike | null)[]> {
  if (known.length === 0) return shown.map(() => null)
  const hosts = shown.map(hostsOf)
  const labels = new Map(
    [...hosts.flat(), ...known.flatMap(({ domain }) => domain ?? [])].map((host) => [
      host,
      labelOf(host),
    ]),
  )
  const words = await readWords(db, [
    ...new Set([...labels.values(), ...shown.map(({ posting }) => posting.company)]),
  ])
  const readDomain = (host: string) => ({
    host,
    domain: parse(host).domain,
    label: lettersOf(words.get(labels.get(host) ?? '') ?? ''),
  })
  const employers = known.map(({ words: name, ...employer }) => ({
    employer,
    name,
    domain: employer.domain === null ? null : readDomain(employer.domain),
  }))
  return shown.map(({ posting, domain }, index) => {
    const domains = (hosts[index] ?? []).map(readDomain)
    const name = words.get(posting.company) ?? ''
    const namesOfPoster = new Set(
      employers.filter((known) => known.domain?.host === domain).map((known) => known.name),
    )
    for (const candidate of employers) {
      if (namesOfPoster.has(candidate.name)) continue
      const why = likenessOf(name, candidate.name)
      const host = domain ?? domains[0]?.host ?? null
      if (why)
        return {
          why,
          shown: { employer: posting.company, domain: host },
          known: candidate.employer,
        }
      const like = domains.find(
        (named) => candidate.domain !== null && areDomainsAlike(named, candidate.domain),
      )
      if (like)
        return {
          why: 'similar-domain',
          shown: { employer: posting.company, domain: like.host },
          known: candidate.employer,
        }
    }
    return null
  })
}

const hostsOf = ({ posting: { applyUrl, contactEmail, publicEmail }, domain }: Shown) =>
  [
    domain,
    URL.parse(applyUrl)?.hostname,
    ...[contactEmail, publicEmail].map((address) =>
      address.includes('@') ? mailDomainOf(address) : undefined,
    ),
  ].filter((host): host is string => Boolean(host))

function labelOf(host: string) {
  const label = parse(host).domainWithoutSuffix ?? ''
  return domainToUnicode(label) || label
}

type Domain = { host: string; domain: string | null; label: string }

/**
 * The same label under another suffix, with a letter changed, or with something added:
 * `mercy-careers.com` and `mercy.org.apply.com` beside
 * `mercy.org`.
 */
function areDomainsAlike(shown: Domain, known: Domain) {
  if (shown.domain === null || shown.domain === known.domain) return false
  if (`.${shown.host}`.includes(`.${known.host}.`)) return true
  if (known.label.length < shortestName) return shown.label === known.label
  return shown.label.includes(known.label) || isNear(shown.label, known.label)
}
