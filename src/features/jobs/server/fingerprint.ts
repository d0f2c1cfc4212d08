import { hash as digest } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { remembered } from '#shared/remembered.ts'
import { legalForms, shortNameWords } from '#vocabulary/places.ts'
import { rankWords } from '#vocabulary/professions.ts'
import { isVocabularyWord, longestPhrase } from '#vocabulary/reader.ts'
import { meaningOf } from './read/meanings.ts'
import { foldWord } from './read/text.ts'
import type { JobRow, NewJob } from './tables.ts'

/** Closed jobs have none: they are nobody's duplicates. */
export async function insertFingerprints(
  db: Db,
  jobs: readonly (NewJob & { lat: number | null; lon: number | null })[],
): Promise<void> {
  const rows = jobs
    .filter((job) => job.status === 'pending' || job.status === 'active')
    .map((job) => ({ job_id: job.id, lat: job.lat, lon: job.lon, ...fingerprintOf(job) }))
  if (rows.length === 0) return
  await sql`
    insert into job_fingerprints (job_id, title, employer, lat, lon, same_job, same_place, same_employer)
    select job_id, title, employer, lat, lon, same_job, same_place, same_employer
    from json_populate_recordset(null::job_fingerprints, ${JSON.stringify(rows)}::json)
  `.execute(db)
}

/**
 * Recomputes what an edit outdated, for this job or for the first that are found.
 * @returns for how many.
 */
export async function refreshFingerprints(
  db: Db,
  which: { jobId: string } | { limit: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<
      Pick<JobRow, 'id' | 'title' | 'employer' | 'city' | 'state' | 'specialty' | 'lat' | 'lon'>
    >`
      select id, jobs.title, jobs.employer, city, state, specialty, jobs.lat, jobs.lon
      from job_fingerprints join jobs on id = job_id
      where job_fingerprints.title is null
        ${'jobId' in which ? sql`and job_id = ${which.jobId}` : sql`limit ${which.limit}`}
      for update of job_fingerprints skip locked
    `.execute(trx)
    const made = rows.map((row) => ({
      job_id: row.id,
      lat: row.lat,
      lon: row.lon,
      ...fingerprintOf(row),
    }))
    await sql`
      update job_fingerprints f
      set title = m.title, employer = m.employer, lat = m.lat, lon = m.lon,
        same_job = m.same_job, same_place = m.same_place, same_employer = m.same_employer
      from json_populate_recordset(null::job_fingerprints, ${JSON.stringify(made)}::json) m
      where f.job_id = m.job_id
    `.execute(trx)
    return rows.length
  })
}

/**
 * What a job's duplicates are looked up by: texts to be compared by similarity, and hashes of what
 * equal jobs have in common.
 */
type Fingerprint = {
  title: string
  employer: string
  same_job: string
  same_place: string | null
  same_employer: string
}

type Fingerprinted = Pick<JobRow, 'title' | 'employer' | 'city' | 'state' | 'specialty'>

function fingerprintOf(job: Fingerprinted): Fingerprint {
  const title = titleKey(job.title)
  const employer = employerKey(job.employer)
  const place = `${placeKey(job.city)} ${job.state}`
  return {
    title,
    employer,
    same_job: hash(title, employer, place),
    // Jobs of one state whose city is not stated are hardly ever in one place.
    same_place: job.city === '' ? null : hash(job.specialty, place),
    same_employer: hash(job.specialty, job.state, firstName(employer)),
  }
}

/**
 * The role alone: without rank, degree and advertising, and with physicians' abbreviations written
 * out as the search understands them, so that 'Sr. Cardiologist (MD/DO)' and 'Cardiology Physician'
 * are one.
 */
const titleKey = remembered((title) => {
  const words = wordsOf(title)
  const key = new Set<string>()
  for (let start = 0; start < words.length;) {
    const found = phraseAt(words, start)
    start += found.length
    for (const word of found.words) key.add(word)
  }
  // A title of nothing but such words is one all the same.
  return [...key].join(' ') || words.join(' ')
})

/** The longest phrase that means something to the search, written as the search calls it. */
function phraseAt(words: readonly string[], start: number) {
  for (let length = knownWordsAt(words, start); length > 0; length--) {
    const meaning = meaningOf(
      length === 1 ? (words[start] ?? '') : words.slice(start, start + length).join(' '),
    )
    if (meaning?.kind === 'noise') return { length, words: [] }
    if (meaning?.kind === 'wish') return { length, words: wordsOf(meaning.label) }
  }
  const word = words[start] ?? ''
  return { length: 1, words: rankWords.has(word) ? [] : [shortNameWords.get(word) ?? word] }
}

/**
 * How many words from here on are each part of some phrase: an import has no time to look up all
 * others.
 */
function knownWordsAt(words: readonly string[], start: number) {
  let length = 0
  while (length < longestPhrase && isVocabularyWord(words[start + length] ?? '')) length++
  return length
}

/** Without its legal form. */
const employerKey = remembered((employer) => {
  const words = wordsOf(employer)
  const key = words
    .filter((word) => !legalForms.has(word))
    .map((word) => shortNameWords.get(word) ?? word)
  return key.join(' ') || words.join(' ')
})

const placeKey = (city: string) =>
  wordsOf(city)
    .map((word) => shortNameWords.get(word) ?? word)
    .join(' ')

/**
 * What an employer is found by whatever follows in its name: 'mayo' for 'mayo clinic', but 'st
 * marys' for 'st marys hospital'.
 */
function firstName(employer: string) {
  const [first = '', second = ''] = employer.split(' ')
  return first.length > 3 ? first : `${first} ${second}`
}

/** In lower case and without accents; an apostrophe parts no words, nor do the dots of 'M.D.'. */
function wordsOf(text: string): string[] {
  const folded = isPlain.test(text) ? text.toLowerCase() : foldWord(text)
  return folded.replaceAll(/['’`]|\b([a-z])\.(?=[a-z]\b)/g, '$1').match(/[a-z\d]+/g) ?? []
}

/** Most texts are, and need no look at each character's accents. */
const isPlain = /^[\x20-\x7E]*$/

/** As PostgreSQL's `bigint`, in decimal digits. */
const hash = (...parts: string[]) =>
  digest('sha256', parts.join('\n'), 'buffer').readBigInt64BE().toString()
