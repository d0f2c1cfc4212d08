import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { JobDetail, JobSummary, SearchResult } from '#features/jobs/contract.ts'
import { searchJobs } from '#features/jobs/contract.ts'
import { withQuery } from '#shared/paths.ts'
import { startProduct } from '../product.ts'

/**
 * What physicians, residents, recruiters and spouses type, with what a sensible reader would
 * understand. Written blind (without sight of the search's code). A key is left out where it was
 * not said or where readers could differ. Lists under `about` are substrings of the title or text
 * in lower case: a right job holds at least one.
 * `unused` holds single words. `typed: ''` means that only the place box was filled.
 */
type Phrasing = {
  kind: string
  typed: string
  /** In the place box. */
  place?: string
  is: {
    /** Exactly a name of specialties.ts, when the words clearly mean it. */
    specialty?: string
    /** Words of which each right job's title (or text) has to hold one (lower case, substrings). */
    about?: string[]
    state?: string
    states?: string[]
    /**
     * City that the search is around, 'Dallas, TX', with the radius in miles if one was said (range
     * when vague: within [min, max]).
     */
    near?: string
    miles?: number | [number, number]
    visa?: 'j1' | 'h1b'
    /** Telehealth; false when on-site was demanded. */
    remote?: boolean
    type?: 'full-time' | 'part-time' | 'locum' | 'per-diem' | 'contract'
    newGraduates?: boolean
    /** Dollars a year. */
    payAtLeast?: number
    order?: 'newest' | 'pay' | 'distance'
    notEmployer?: string
    employer?: string
    /** Other demanded facts in plain words. */
    also?: string[]
    /** Words a reader would expect to be shown as not used (ranking only). */
    unused?: string[]
    /**
     * No job may be shown, as it is another profession or an unknown place (guesses are offered).
     */
    none?: 'profession' | 'place'
  }
}

const phrasings = readFileSync(new URL('phrasings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Phrasing)

/** The first jobs, which somebody sees at once. */
const seen = 10

/**
 * Asks each phrasing of the table, and tells which answers are not what its reader meant. `also` is
 * for people to read.
 */
export async function measurePhrasings(
  catalog: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const product = await startProduct(catalog, { cache: false })
  const kinds = new Map<string, { right: number; of: number }>()
  const tally = (kind: string, right: number) => {
    const before = kinds.get(kind) ?? { right: 0, of: 0 }
    kinds.set(kind, { right: before.right + right, of: before.of + 1 })
  }
  try {
    for (const phrasing of phrasings) {
      const { kind, typed, place } = phrasing
      const faults = await faultsOf(phrasing, product.origin)
      tally(kind, faults.length === 0 ? 1 : 0)
      tally(`all, ${count} jobs`, faults.length === 0 ? 1 : 0)
      if (faults.length > 0)
        tell(`${kind}: ${typed}${place === undefined ? '' : ` [${place}]`}: ${faults.join('; ')}`)
    }
  } finally {
    await product.stop()
  }
  for (const [kind, { right, of }] of kinds)
    tell(`${kind.padEnd(18)} ${right} of ${of} right (${((right / of) * 100).toFixed(1)} %)`)
}

async function faultsOf({ typed, place, is }: Phrasing, origin: string): Promise<string[]> {
  const params = {
    limit: String(seen),
    ...(typed !== '' && { keyword: typed }),
    ...(place !== undefined && { city: place }),
  }
  const response = await fetch(origin + withQuery(searchJobs.path, params))
  if (!response.ok) return [`status ${response.status}`]
  const { jobs, total, totalWithAllWords, understanding } = (await response.json()) as SearchResult
  const { parts, named, place: around } = understanding
  const labels = parts.map((part) => part.label).join(' | ')
  const isNothingRead = parts.every((part) => part.isWord || part.isUnread || part.isUnwanted)
  const faults: string[] = []
  const expect = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault)
  }
  if (is.none === 'profession')
    expect(understanding.profession !== undefined, `no word of the profession (${labels})`)
  else if (is.none === 'place')
    expect(
      understanding.unknownPlace !== undefined && total === 0,
      `no word of the place (${labels})`,
    )
  else {
    // A board without such a job is right where all that hides it was understood.
    const hiding = parts.filter((part) => part.isWord && part.demanding === undefined)
    const isNothing = parts.every((part) => part.isWord || part.isUnread)
    expect(
      total > 0 || (hiding.length === 0 && understanding.unknownPlace === undefined) || isNothing,
      `no job (${labels}${understanding.unknownPlace === undefined ? '' : `, unknown ${understanding.unknownPlace}`})`,
    )
  }
  // Jobs with all words come first; where there is none, those without them are the answer. What is
  // listed behind the total is not.
  const considered = jobs.slice(0, totalWithAllWords || total)
  const every = (
    what: string,
    fits: (job: JobSummary) => boolean,
    said = (job: JobSummary) => job.title,
  ) => {
    const wrong = considered.filter((job) => !fits(job))
    expect(
      wrong.length === 0,
      `${wrong.length} of ${considered.length} not ${what}, as ${JSON.stringify(wrong[0] && said(wrong[0]))} (${labels})`,
    )
  }
  if (is.specialty !== undefined)
    every(
      is.specialty,
      (job) =>
        job.specialty === is.specialty || (named?.specialty?.includes(is.specialty ?? '') ?? false),
      (job) => job.specialty,
    )
  const states = is.states ?? (is.state === undefined ? undefined : [is.state])
  if (states)
    every(
      states.join('/'),
      (job) => states.includes(job.state),
      (job) => job.state,
    )
  if (is.near !== undefined)
    expect(
      around?.label.replace('Saint ', 'St. ') === is.near,
      `around ${around?.label ?? 'nowhere'} instead of ${is.near} (${labels})`,
    )
  if (is.miles !== undefined) {
    const [least, most] = Array.isArray(is.miles) ? is.miles : [is.miles, is.miles]
    expect(
      around?.radius !== undefined && around.radius >= least && around.radius <= most,
      `${around?.radius ?? 'no'} miles instead of ${least} to ${most}`,
    )
  }
  const { visa, type, order, employer, notEmployer } = is
  if (visa)
    every(
      visa,
      (job) =>
        visa === 'j1'
          ? job.visaSupport === 'J1'
          : job.visaSupport === 'H1B' || job.visaSupport === 'J1',
      (job) => String(job.visaSupport),
    )
  if (is.remote === true)
    every('telehealth', (job) => job.telehealth || /remote|tele/i.test(job.title))
  if (is.remote === false) every('on site', (job) => !job.telehealth)
  if (is.newGraduates) every('for new graduates', (job) => job.newGraduatesAcceptable)
  if (type)
    every(
      type,
      (job) => job.type === (type === 'locum' ? 'locums' : type),
      (job) => job.type,
    )
  if (is.payAtLeast !== undefined)
    expect(
      labels.includes(is.payAtLeast.toLocaleString('en-US')),
      `not from ${is.payAtLeast} (${labels})`,
    )
  if (order)
    expect(
      understanding.sortBy === { newest: 'recent', pay: 'comp', distance: 'closest' }[order],
      `order ${understanding.sortBy ?? 'as ever'} instead of ${order}`,
    )
  if (employer !== undefined)
    every(
      `at ${employer}`,
      (job) => job.employer.toLowerCase().includes(employer.toLowerCase()),
      (job) => job.employer,
    )
  if (notEmployer !== undefined)
    every(
      `outside ${notEmployer}`,
      (job) => !job.employer.toLowerCase().includes(notEmployer.toLowerCase()),
    )
  const { about } = is
  if (about) {
    const says = (text: string) => about.some((word) => ` ${text} `.toLowerCase().includes(word))
    const silent = considered.filter((job) => !says(job.title))
    const texts = await Promise.all(silent.map((job) => textOf(origin, job.id)))
    const wrong = silent.filter((_, at) => !says(texts[at] ?? ''))
    expect(
      wrong.length * 5 <= considered.length,
      `${wrong.length} of ${considered.length} not about ${about.join('/')}, as ${JSON.stringify(wrong[0]?.title)} (${labels})`,
    )
  }
  for (const word of is.unused ?? []) {
    const [said = ''] = word.toLowerCase().split('-')
    const part = parts.find(({ label }) =>
      label
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .includes(said),
    )
    // Where nothing is understood, a job has to have one of the words.
    const isUnused =
      part && (part.demanding !== undefined || part.isUnread || part.isUnwanted || isNothingRead)
    expect(isUnused === true, `“${word}” is not shown as unused (${labels})`)
  }
  return faults
}

async function textOf(origin: string, id: string): Promise<string> {
  const job = (await (await fetch(`${origin}/api/jobs/${id}`)).json()) as JobDetail
  return [job.description, ...Object.values(job.originalData)].join(' ')
}
