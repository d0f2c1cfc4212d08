import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { jobRow } from '#test/factories.ts'
import { described } from '#test/fixtures/described-jobs.ts'
import { typedRows } from '#test/fixtures/search-queries.ts'
import { referenceCode } from '#features/jobs/model.ts'
import { parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { addJobs, compactSegments, rebuildSearchVocabulary } from '../public.ts'
import { searchJobs, walkJobs } from '../service.ts'

const day = 86_400_000
const now = Date.now()
const jobs = Object.entries(described).map(([key, job], index) => {
  const at = new Date(now - index * day)
  return {
    key,
    row: {
      ...jobRow({ brief: '', description: 'Join us.', ...job }),
      posted_at: at,
      updated_at: at,
    },
  }
})

const database = databaseForFile()
beforeAll(async () => {
  await addJobs(
    database.db,
    jobs.map((job) => job.row),
  )
  await rebuildSearchVocabulary(database.db)
})

const parsed = (address: string) =>
  parseSearchCriteria(Object.fromEntries(new URLSearchParams(address)))
const keysOf = (hits: { id: string }[]) =>
  hits.map((hit) => jobs.find((job) => job.row.id === hit.id)?.key ?? hit.id)

async function found(address: string): Promise<string[]> {
  return keysOf((await searchJobs(database.db, { ...parsed(address), limit: 100 })).jobs)
}

/**
 * Words of texts hide nothing, and part of a specialty does not hide the rest of it: the totals of
 * the sections, and what is listed.
 */
const sections = typedRows(`
keyword=cardiology mitraclip → 4, 1 with all words: structural, title only, title with physician, by specialty
keyword=cardiology mitraclip&sortBy=oldest → 4, 1 with all words: structural, by specialty, title with physician, title only
keyword=cardiology "mitraclip" | keyword=cardiology mitraclip&literal=true → 1: structural
keyword=urology mitraclip | keyword=mitraclip&specialty=Urology → 1, 0 with all words: bonus urology
keyword=screening → 1: mentions the retina
keyword=screening mitraclip → 2, 0 with all words: structural, mentions the retina
keyword=xylophone → 0:
keyword=tavr → 1, and 3 more: structural, title only, title with physician, by specialty
keyword=tavr&sortBy=oldest → 1, and 3 more: structural, by specialty, title with physician, title only
keyword=tavr xylophone → 1, 0 with all words, and 3 more: structural, title only, title with physician, by specialty
keyword=stroke → 1, and 1 more: stroke, no stroke
keyword=retina → 1, and 2 more: retina group, eye clinic, mentions the retina
`)

const totalsOf = ({
  total,
  totalWithAllWords: complete,
  more,
}: Awaited<ReturnType<typeof searchJobs>>): string =>
  [
    total,
    ...(complete === undefined ? [] : [`${complete} with all words`]),
    ...(more ? [`and ${more.total} more`] : []),
  ].join(', ')

const code = referenceCode(jobs[3]?.row.id ?? '')

/** In this order. */
const searches = typedRows(`
// What the title says alone, the specialty, and who mentions it
keyword=cardiologist → title only, title with physician, by specialty, structural
keyword="cardiology" → title only, title with physician, by specialty, structural, mentions cardiology
// Practices of any specialty: their titles first, then who mentions them
keyword=urgent care → urgent care, mentions urgent care
keyword=snf → post-acute, mentions a facility
keyword=non clinical → utilization review
keyword=gynecology no ob → gynecologist
keyword=noninvasive cardiology vascular surgery → non-invasive
// What is unwanted
keyword=hospitalist → night hospitalist, day hospitalist, silent hospitalist, week on
keyword=hospitalist no nights → day hospitalist, silent hospitalist, week on
keyword=hospitalist without nights or call → day hospitalist, silent hospitalist
keyword=neurology weekends →
keyword=neurology "weekends" → stroke, no stroke
keyword=cardiology not structural → title only, title with physician, by specialty
// Alternatives
keyword=cardiology or pulmonology → title only, title with physician, pulmonology, by specialty, structural
keyword=urology, nephrology or pulmonology → pulmonology, visa nephrology, bonus urology
keyword=locums or part time → locums fm, part-time psych
// Pay
keyword=radiology 300k%2B → radiology 350k, radiology 450k, radiology by the hour
keyword=radiology $250/hr → radiology by the hour
keyword=radiology 300-400k → radiology 350k
keyword=radiology&minPay=300000&maxPay=400000 → radiology 350k
keyword=radiology&minPay=400000&maxPay=300000 →
// How one works, and what one gets
keyword=7on7off → week on
keyword=4 day week → fm four days, four days
keyword=work from home → part-time psych
keyword=loan repayment → fm with loans
keyword=hospice medical director | keyword=medical director of hospice → hospice director
// A posting's own words count beside its fields
keyword=j1 waiver | keyword=j-1 or h1b → visa nephrology, waiver in the title
keyword=sign on bonus → bonus urology, bonus in the text
// A concept of several words is a phrase
keyword=fqhc | keyword=community health center | keyword=hospital employed → health center
// Who posted it
keyword=neurosurgery no search firms | keyword=neurosurgery direct employer → by the hospital
keyword=recruiting firms neurosurgery → by a firm
// The words as they stand
keyword=no nights&literal=true →
keyword=cardiology&literal=true → title with physician, title only, by specialty, structural, mentions cardiology
// One job by its code
keyword=${code} | keyword=ref ${code.toLowerCase().replace('-', ' ')} → structural
keyword=WC-000000 →
`)

describe.each([
  ['the index of words', () => Promise.resolve()],
  ['segments', () => compactSegments(database.db, { smallDelta: 0 })],
])('from %s', (_name, prepare) => {
  beforeAll(prepare)

  test.each(searches)('%s', async (address, wanted) => {
    expect((await found(address)).join(', ')).toBe(wanted)
  })

  test.each(sections)(
    '%s is listed in sections: %s; programs get only jobs with all words',
    async (address, expected) => {
      const criteria = parsed(address)
      const listed = await searchJobs(database.db, { ...criteria, limit: 100 })
      expect(`${totalsOf(listed)}: ${keysOf(listed.jobs).join(', ')}`.trim()).toBe(expected)
      const alone = await searchJobs(database.db, { ...criteria, limit: 0 })
      expect([totalsOf(alone), alone.jobs, alone.totalPages]).toEqual([totalsOf(listed), [], 0])
      const { total } = await searchJobs(database.db, criteria, { isStrict: true })
      expect([total, (await walkJobs(database.db, criteria)).total]).toEqual(
        Array(2).fill(listed.totalWithAllWords ?? listed.total),
      )
    },
  )

  test.each([
    'keyword=radiology "mentions" xylophone&minPay=300000&maxPay=310000',
    'keyword="mitraclip" cardiology&specialty=Urology&postedWithin=30',
    `keyword=${code} urology&specialty=Urology`,
    'keyword=radiology&minPay=5000000',
    'specialty=Radiology&hourly=true&minPay=190&maxPay=132',
    'keyword=neurology weekends',
    'specialty=Cardiology&city=Nowhere At All&radius=25',
  ])('%s finds nothing, and the other searches find as many as is said', async (address) => {
    const { total, otherSearches = [] } = await searchJobs(database.db, parsed(address), {
      offersOthers: true,
    })
    expect(total).toBe(0)
    expect(otherSearches).not.toEqual([])
    for (const { label, search, total: told } of otherSearches) {
      const found = await searchJobs(database.db, { ...parseSearchCriteria(search), limit: 0 })
      expect([label, told]).toEqual([label, found.total])
    }
  })

  test.each(['keyword=cardiology mitraclip', 'keyword="cardiology"'])(
    'the pages of %s do not overlap',
    async (address) => {
      const all = await found(address)
      const pages = all.map(async (_, index) =>
        searchJobs(database.db, { ...parsed(address), limit: 1, page: index + 1 }),
      )
      expect((await Promise.all(pages)).flatMap((page) => keysOf(page.jobs))).toEqual(all)
    },
  )

  test('what is posted after the first page moves nothing to the second one', async () => {
    const first = await searchJobs(database.db, { specialty: ['Radiology'], limit: 2 })
    const late = {
      ...jobRow({ title: 'Radiologist', specialty: 'Radiology' }),
      posted_at: new Date(first.asOf + 60_000),
    }
    await addJobs(database.db, [late])
    const second = await searchJobs(database.db, {
      specialty: ['Radiology'],
      limit: 2,
      page: 2,
      asOf: first.asOf,
    })
    const fresh = await searchJobs(database.db, { specialty: ['Radiology'], limit: 2, page: 2 })
    await sql`delete from jobs where id = ${late.id}`.execute(database.db)
    const listed = keysOf([...first.jobs, ...second.jobs]).map((key) =>
      key.replace('radiology ', ''),
    )
    expect(listed.join(', ')).toBe('250k, 350k, 450k, by the hour')
    expect([second.total, fresh.total]).toEqual([4, 5])
    expect(keysOf(fresh.jobs)[0]).toBe('radiology 350k')
  })
})

test.each(
  typedRows(`
nurse practitioner | family nurse practitioner texas → nurse practitioners
PA-C → physician assistants
crna jobs → nurse anesthetists
cardiology | cardiology, PA → undefined
`),
)('%s: this board is for physicians, not for %s', async (keyword, profession) => {
  const { understanding } = await searchJobs(database.db, { keyword })
  expect(String(understanding.profession)).toBe(profession)
})

test.each([
  [
    'cardiology or pulmonology texas',
    ['pulmonology texas', 'cardiology texas', 'cardiology or pulmonology'],
  ],
  ['$350k+, texas no nights', ['texas no nights', '$350k+ no nights', '$350k+, texas']],
  ['FM/IM texas', ['IM texas', 'FM texas', 'FM/IM']],
  [
    'urology, nephrology & cardiology',
    ['nephrology & cardiology', 'urology & cardiology', 'urology, nephrology'],
  ],
  ['no call', ['']],
  ['cardiology "quiet" texas', ['"quiet" texas', 'cardiology texas', 'cardiology "quiet"']],
])('%s: each part can be taken back', async (keyword, rests) => {
  const { understanding } = await searchJobs(database.db, { keyword })
  expect(understanding.parts.map((part) => part.without)).toEqual(rests)
})

test('Above the median sorts pay by the median of its specialty; without either, a job comes last', async () => {
  const medians = new Map(Object.entries({ Radiology: 400_000, Cardiology: 500_000 }))
  const sorted = async (order: string) =>
    keysOf(
      (
        await searchJobs(
          database.db,
          parsed(`specialty=Radiology,Cardiology,Urology&sortBy=aboveMedian${order}`),
          { medians },
        )
      ).jobs,
    )
  const cardiology = ['title only', 'title with physician', 'by specialty', 'structural']
  const best = ['radiology by the hour', 'radiology 450k', 'radiology 350k']
  expect(await sorted('')).toEqual([...best, ...cardiology, 'radiology 250k', 'bonus urology'])
  expect(await sorted('&sortOrder=asc')).toEqual([
    'radiology 250k',
    ...cardiology,
    ...best.toReversed(),
    'bonus urology',
  ])
})
