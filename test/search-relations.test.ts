import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateCodes, stateName } from '#shared/us-states.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { stateNicknames } from '#vocabulary/places.ts'
import { listOf } from '#vocabulary/table.ts'
import { catalogForFile, searchAll, seededJobs, type SeededJob } from './fixtures/job-catalog.ts'
import { readSearch } from '#features/jobs/server/read/read-search.ts'
import type { Term } from '#features/jobs/server/read/reading.ts'

/** What must hold of any search, whatever its words: generated, because nobody thinks of them all. */

const seeded = seededJobs()
const byId = new Map(seeded.map((job) => [job.id, job]))
const database = catalogForFile(seeded)

/** So many of each relation; `npm run test:long` takes ten times as many. */
const cases = process.env['LONG'] ? 600 : 100
const leastRight = 0.99

const subjects: readonly string[] = listOf(
  'cardiology, psychiatrist, family medicine, er, peds, hospitalist, dermatologist, radiology, general surgeon, ob/gyn, pulm',
  'gastroenterology, internist, neurology, anesthesiologist, urologist, nephrology, urgent care, stroke, child psychiatry, ent',
)
const places: readonly string[] = listOf(
  'in Denver, near Houston, Ohio, in North Carolina, Tucson AZ, bay area, in the Midwest, Boise, in Texas, 60614, around Seattle',
  'within 30 miles of Chicago, Kansas, in New York, Twin Cities, near Boston MA, Cook County',
)
const pays: readonly string[] = listOf(
  'over 400k, $350k, $250/hr, 250 an hour, 300-400k, at least 300k, $500k+, 450 thousand',
)
const wishes: readonly string[] = listOf(
  'part time, telehealth, j1 waiver, no nights, no call, 7 on 7 off, new grad, loan repayment, outpatient, call 1:4, sign on bonus',
)
const unknown: readonly string[] = listOf('zorblat, quexing, please, thanks, marvelous, hello')
const letters = 'abcdefghijklmnopqrstuvwxyz'

const drawn = <T>(arbitrary: fc.Arbitrary<T>): T[] =>
  fc.sample(arbitrary, { seed: 47, numRuns: cases })
const one = <T>(list: readonly T[]) => fc.constantFrom(...list)

/** All that a search asks for, in no order; `isBare` leaves out what no reader understands. */
async function meaningOf(criteria: SearchCriteria, isBare = false): Promise<string> {
  const { filter, terms, sort } = await readSearch(database.db, criteria)
  const said = terms.filter((term) => !isBare || term.kind !== 'word').map(plain)
  return JSON.stringify([sorted(filter), said.toSorted(), sort])
}

function plain(term: Term): string {
  if (term.kind === 'concept') return term.concept.label
  if (term.kind === 'not') return `not ${plain(term.term)}`
  if (term.kind === 'or')
    return term.alternatives
      .map((side) => side.map(plain).toSorted().join('&'))
      .toSorted()
      .join('|')
  return JSON.stringify(sorted(term))
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => key !== 'label')
            .toSorted(([key], [next]) => (key < next ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value

/** Tells which cases do not hold, of which there may be one in a hundred. */
async function expectMostly<T>(
  all: readonly T[],
  holds: (it: T) => Promise<boolean>,
): Promise<void> {
  const wrong: T[] = []
  for (const it of all) if (!(await holds(it))) wrong.push(it)
  expect(wrong.length / all.length, JSON.stringify(wrong.slice(0, 12))).toBeLessThanOrEqual(
    1 - leastRight,
  )
}

// An amount beside a benefit may be the benefit's.
const conditions = wishes.filter((wish) => !/bonus|repayment/.test(wish))
const parts = fc
  .tuple(one(subjects), one(places), one(pays), one(conditions))
  .chain((all) => fc.shuffledSubarray(all, { minLength: 2 }))

test('the order of independent parts changes nothing', () =>
  expectMostly(
    drawn(
      parts.chain((some) =>
        fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
      ),
    ),
    async ([some, again]) => {
      const [first, second] = [some.join(' '), again.join(' ')]
      return (await meaningOf({ keyword: first })) === (await meaningOf({ keyword: second }))
    },
  ))

test('an unknown or polite word changes no other part', () =>
  expectMostly(drawn(fc.tuple(parts, one(unknown), fc.nat())), async ([some, word, at]) => {
    const more = some.toSpliced(at % (some.length + 1), 0, word)
    return (
      (await meaningOf({ keyword: some.join(' ') }, true)) ===
      (await meaningOf({ keyword: more.join(' ') }, true))
    )
  }))

const longWords: readonly string[] = listOf(
  'cardiology, psychiatrist, dermatologist, radiology, gastroenterology, neurology, anesthesiologist, urologist, nephrology',
  'hospitalist, pediatrician, oncologist, rheumatology, endocrinology, ophthalmology, orthopedic surgeon, otolaryngologist',
  'cardiology california, neurology michigan, urology tennessee, family medicine pennsylvania, pathology minneapolis',
  'psychiatry albuquerque, radiology sacramento, outpatient psychiatry, telehealth neurology, gastroenterology relocation',
)

test('a typing error in a long word changes nothing', () =>
  expectMostly(
    drawn(fc.tuple(one(longWords), fc.nat(), fc.nat(), one(letters.split('')))),
    async ([typed, where, how, letter]) => {
      const long = [...typed.matchAll(/[a-z]{6,}/g)]
      const word = long[where % long.length] as RegExpExecArray
      // The first letter is rarely missed.
      const at = word.index + 1 + (where % (word[0].length - 2))
      const [before, here, next, behind] = [
        typed.slice(0, at),
        typed[at] ?? '',
        typed[at + 1] ?? '',
        typed.slice(at + 2),
      ]
      const wrong = [
        before + next + behind,
        before + next + here + behind,
        before + here + here + next + behind,
        before + letter + next + behind,
      ][how % 4]
      return (
        (await meaningOf({ keyword: typed })) === (await meaningOf({ keyword: wrong as string }))
      )
    },
  ))

const found = new Map<string, Promise<string[]>>()

/** What a keyword finds; many cases ask for the same one. */
function idsOf(keyword: string): Promise<string[]> {
  const ids = found.get(keyword) ?? findIds(keyword)
  found.set(keyword, ids)
  return ids
}

async function findIds(keyword: string): Promise<string[]> {
  const { jobs, total } = await searchAll(database.db, { keyword })
  return jobs
    .slice(0, total)
    .map(({ id }) => id)
    .toSorted()
}

const alone = specialties.filter((specialty) => !/other|&|\/|\(/i.test(specialty))
const stated = stateCodes.filter((code) => code !== 'OTHER')
const either = fc
  .oneof(
    fc.tuple(one(alone), one(alone)),
    fc.tuple(one(stated.map(stateName)), one(stated.map(stateName))),
  )
  .filter(([left, right]) => left !== right)

test('alternatives are their union, in any order', () =>
  expectMostly(
    drawn(fc.tuple(either, one([' or ', ' / ', ', ', ' and ']))),
    async ([[left, right], join]) => {
      const [both, again] = [
        await idsOf(`${left}${join}${right}`),
        await idsOf(`${right}${join}${left}`),
      ]
      const union = new Set([...(await idsOf(left)), ...(await idsOf(right))])
      return (
        JSON.stringify(both) === JSON.stringify(again) &&
        JSON.stringify(both) === JSON.stringify([...union].toSorted())
      )
    },
  ))

const facts: [words: string, holds: (job: SeededJob) => boolean][] = [
  ['locums', (job) => job.employment_type === 'locums'],
  ['part time', (job) => job.employment_type === 'part-time'],
  ['telehealth', (job) => job.telehealth === true],
  ['nights', (job) => job.schedule?.includes('Nights') === true],
  ['inpatient', (job) => job.setting?.includes('Inpatient') === true],
  ['Texas', ({ state }) => state === 'TX'],
  ['Denver', ({ city }) => city === 'Denver'],
  ['New England', ({ state }) => ['CT', 'ME', 'MA', 'NH', 'RI', 'VT'].includes(state)],
  ['psychiatry', ({ specialty }) => specialty === 'Psychiatry'],
  ['cardiology', ({ specialty }) => specialty === 'Cardiology'],
]
const noes: readonly string[] = listOf('no, not, without, except, anything but, excluding, -')

test('what is not wanted is a fact of none of the jobs', () =>
  expectMostly(
    drawn(fc.tuple(one(noes), one(facts), one(['', 'er ', 'hospitalist ']))),
    async ([no, [words, holds], before]) => {
      const keyword = `${before}${no}${no === '-' ? '' : ' '}${words}`
      return (await idsOf(keyword)).every((id) => !holds(byId.get(id) as SeededJob))
    },
  ))

const named = stated.flatMap((code): string[] => {
  const name = stateName(code)
  const nicknames = stateNicknames[code]?.split(', ') ?? []
  return [name, code, name.toLowerCase(), ...nicknames]
})
const wanted = [
  ...named,
  ...listOf(
    'Denver, Tucson AZ, bay area, Twin Cities, King County WA, 60614, Ohio or Indiana, Dallas or Houston, Midwest',
  ),
]

test('a place is the same in both boxes', () =>
  expectMostly(drawn(one(wanted)), async (place) => {
    const [typed, boxed] = [
      await readSearch(database.db, { keyword: `in ${place}` }),
      await readSearch(database.db, { city: place }),
    ]
    const ofPlace = ({ filter: { state, county, place: circle } }: typeof typed) =>
      JSON.stringify(sorted([state, county, circle]))
    return ofPlace(typed) === ofPlace(boxed)
  }))

test('a misspelled state is that state in both boxes', () =>
  expectMostly(
    drawn(
      fc.tuple(
        one(stated.filter((code) => /^[A-Za-z ]{7,}$/.test(stateName(code)))),
        fc.nat(),
        fc.boolean(),
      ),
    ),
    async ([code, where, isSwapped]) => {
      const name = stateName(code).toLowerCase()
      const at = 2 + (where % (name.length - 3))
      const wrong = isSwapped
        ? name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2)
        : name.slice(0, at) + name.slice(at + 1)
      const [typed, boxed] = [
        await readSearch(database.db, { keyword: `cardiology ${wrong}` }),
        await readSearch(database.db, { city: wrong }),
      ]
      return [typed, boxed].every(({ filter }) => filter.state?.join() === code)
    },
  ))

const towns: readonly string[] = listOf(
  'Baton Rouge LA, Grand Rapids MI, Little Rock AR, Sioux Falls SD, Cedar Rapids IA, Colorado Springs CO, Corpus Christi TX',
  'Salt Lake City UT, Fort Wayne IN, Des Moines IA, San Antonio TX, Long Beach CA, Palm Springs CA, Green Bay WI, Las Vegas NV',
)

test('a typing error in a town of two words before its state changes nothing', () =>
  expectMostly(
    drawn(fc.tuple(one(towns), fc.nat(), fc.boolean(), fc.boolean())),
    async ([town, where, isSwapped, isBoxed]) => {
      // Neither the first letter of a word nor the last is missed.
      const inside = [...town.slice(0, -3).matchAll(/(?<=\p{L})\p{L}(?=\p{L}\p{L})/gu)]
      const { index: at } = inside[where % inside.length] as RegExpExecArray
      const [before, letter, next, behind] = [
        town.slice(0, at),
        town[at] ?? '',
        town[at + 1] ?? '',
        town.slice(at + 2),
      ]
      const wrong = before + next + (isSwapped ? letter : '') + behind
      const [right, mended] = [town, wrong].map((place) =>
        meaningOf(isBoxed ? { city: place } : { keyword: `cardiology ${place}` }),
      )
      return (await right) === (await mended)
    },
  ))

test('several states in the place box are their union', () =>
  expectMostly(
    drawn(fc.tuple(one(stated), one(stated), one([' or ', '/', ', ', ' OR ']), fc.boolean())),
    async ([left, right, join, isCode]) => {
      const [first, second] = isCode ? [left, right] : [stateName(left), stateName(right)]
      const { filter } = await readSearch(database.db, { city: `${first}${join}${second}` })
      return [left, right].every((code) => filter.state?.includes(code))
    },
  ))

test('case, blanks, signs and plurals change nothing', () =>
  expectMostly(drawn(fc.tuple(parts, fc.nat())), async ([some, how]) => {
    const typed = some.join(' ')
    const changed = [
      typed.toLowerCase(),
      `  ${typed.replaceAll(' ', '   ')} `,
      `${typed}!`,
      `${typed}.`,
      `${typed} jobs`,
      `${typed} job`,
      `(${typed})`,
      some.join('; '),
      typed.replace(/psychiatrist|internist|dermatologist|urologist|hospitalist|surgeon/, '$&s'),
    ]
    return (
      (await meaningOf({ keyword: typed })) ===
      (await meaningOf({ keyword: changed[how % changed.length] as string }))
    )
  }))

test('a wish more never finds more', () =>
  expectMostly(
    drawn(fc.tuple(one(subjects), one([...wishes, ...places, ...pays]))),
    async ([subject, wish]) => {
      const few = await idsOf(`${subject} ${wish}`)
      const all = new Set(await idsOf(subject))
      return few.every((id) => all.has(id))
    },
  ))
