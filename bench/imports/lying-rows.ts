import * as fc from 'fast-check'
import { Rng } from '#demo/catalog/rng.ts'
import { payLies } from './pay-lies.ts'
import {
  careersPage,
  noises,
  placeLies,
  professionLies,
  somebodyElse,
  specialtyLies,
  typeLies,
} from './lies.ts'
import type { Draft, Lie } from './lie.ts'
import { drawJob, drawText } from './true-jobs.ts'
import type { Paragraph, Truth } from './true-jobs.ts'

export type LyingRow = {
  /** As a source gives it. */
  item: Record<string, unknown>
  truth: Truth
  lies: string[]
  /** Sentences of the posting that must survive. */
  sentences: string[]
  /** Something in it nobody can know: it should wait. */
  mayWait: boolean
}

/** The number of ways to lie. */
export const countLies = (): number =>
  [payLies, typeLies, specialtyLies, placeLies, professionLies, noises].reduce(
    (sum, it) => sum + it.length,
    2,
  )

/** A lie of each kind, some noise, and the seed of all that is left to chance. */
const row = fc
  .record({
    seed: fc.noBias(fc.nat()),
    specialty: fc.constantFrom(...specialtyLies),
    profession: fc.constantFrom(...professionLies),
    type: fc.constantFrom(...typeLies),
    pay: fc.constantFrom(...payLies),
    place: fc.constantFrom(...placeLies),
    noise: fc.subarray(noises, { maxLength: 2 }),
    instead: fc.oneof(
      { weight: 17, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: fc.constant(somebodyElse) },
      { weight: 1, arbitrary: fc.constant(careersPage) },
    ),
    shape: fc.nat({ max: 3 }),
  })
  .map(({ seed, shape, instead, specialty, profession, type, pay, place, noise }) =>
    tell(
      new Rng(seed),
      shape,
      instead ? [instead, place] : [specialty, profession, type, pay, place, ...noise],
      seed,
    ),
  )

/** The same rows for the same seed. */
export const lyingRows = (count: number, seed: number): LyingRow[] =>
  fc.sample(row, { numRuns: count, seed })

function tell(rng: Rng, shape: number, lies: Lie[], number: number): LyingRow {
  const job = drawJob(rng)
  const draft: Draft = {
    title: job.title,
    employer: job.employer,
    specialties: [],
    types: [],
    pay: {},
    paragraphs: drawText(job, rng),
    link: `https://jobs.example.org/view/${number}`,
  }
  const truth: Truth = {
    seeks: 'physician',
    places: [job.place],
    specialties: [job.specialty, ...job.also],
    pays: [null],
    types: ['not-stated'],
  }
  for (const lie of lies) Object.assign(truth, lie.tell(draft, job, rng, truth))
  // As JSON arrives: what is undefined is not there.
  const item = JSON.parse(JSON.stringify(render(draft, shape, number))) as Record<string, unknown>
  return {
    item,
    truth,
    sentences: sentencesOf(draft),
    lies: lies.map((lie) => lie.name),
    mayWait: lies.some((it) => it.mayWait),
  }
}

/** The paragraphs that are the posting's own. */
const sentencesOf = ({ paragraphs }: Draft): string[] =>
  paragraphs
    .filter((paragraph) => typeof paragraph === 'string')
    .filter((paragraph) => own.test(paragraph))
    .map((paragraph) => paragraph.split('. ')[0] ?? paragraph)
const own = /^(?:The region|Enjoy lakes|Our system has|Join a collegial)/

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const htmlOf = (it: Paragraph): string =>
  typeof it === 'string'
    ? `<p>${escaped(it)}</p>`
    : `<ul>${it.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`

/** The fields under the names of one kind of source. */
function render(draft: Draft, shape: number, number: number): Record<string, unknown> {
  const {
    title,
    employer,
    location,
    city,
    state,
    specialties,
    profession,
    types,
    pay,
    paragraphs,
    link,
    spoil = (it) => it,
  } = draft
  const html = spoil(paragraphs.map(htmlOf).join(''))
  const figures = pay.min !== undefined || city !== undefined
  if (figures || shape === 0) {
    return {
      id: String(number),
      jobTitle: title,
      companyName: employer,
      url: link,
      descriptionHtml: html,
      locationText: location,
      city,
      state,
      specialties,
      profession,
      employmentTypes: types,
      compensation: pay.text,
      compensationMin: pay.min,
      compensationMax: pay.max,
      compensationUnit: pay.unit,
      postedDate: '2026-11-02',
    }
  }
  if (shape === 1 && profession === undefined) {
    return {
      id: String(number),
      positionName: title,
      company: employer,
      url: link,
      descriptionHTML: html,
      location,
      jobType: types,
      salary: pay.text,
      specialties,
      postingDateParsed: '2026-11-02T08:00:00Z',
    }
  }
  if (shape === 2 && profession === undefined) {
    return {
      id: String(number),
      title,
      companyName: employer,
      jobUrl: link,
      descriptionHtml: html,
      location,
      contractType: types.join(', ') || undefined,
      salary: pay.text,
      industries: specialties.join(', ') || undefined,
      publishedAt: '2026-11-02',
    }
  }
  return {
    id: String(number),
    title,
    company: employer,
    url: link,
    description: html,
    location,
    [profession === undefined ? 'employmentType' : 'employmentTypes']: types,
    salary: pay.text,
    specialty: specialties,
    profession,
    datePosted: '2026-11-02',
  }
}
