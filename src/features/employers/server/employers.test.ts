import { beforeAll, expect, test } from 'vitest'
import { addJobs } from '#features/jobs/server/public.ts'
import { databaseForFile } from '#test/database.ts'
import { jobRow } from '#test/factories.ts'
import { slugOf } from '#shared/paths.ts'
import { sql } from 'kysely'
import { employerPages, findEmployer } from './queries.ts'

const names = [
  'St. Mary’s Hospital & Clinics',
  'Clínica Ñandú',
  '  The “Best” (Group), LLC ',
  'Straße Medical',
  'ﬁrst 1º Care',
  'Øre–Næse',
]
const database = databaseForFile()

beforeAll(async () => {
  const heart = { employer: 'Bay Heart', specialty: 'Cardiology', state: 'TX' } as const
  const paid = [400_000, 410_000, 420_000].map((pay) =>
    jobRow({ ...heart, comp_min: pay, comp_max: pay }),
  )
  const elsewhere = [430_000, 440_000].map((pay) =>
    jobRow({ ...heart, state: 'CA', comp_min: pay, comp_max: pay }),
  )
  const unpaid = { ...heart, employer: 'BAY HEART', comp_min: null, comp_max: null }
  await addJobs(database.db, [
    ...names.map((employer) => jobRow({ employer })),
    ...paid,
    ...elsewhere,
    jobRow({
      ...unpaid,
      user_type: 'recruiter',
      description: 'Call is 1 in 6. Tail coverage is paid by us.',
    }),
    jobRow({ employer: 'Bay Heart', status: 'expired' }),
    jobRow({ employer: 'Bay Heart Partners' }),
    jobRow({ employer: 'Confidential employer' }),
  ])
})

test('server and database make the same address of a name', async () => {
  for (const name of names) {
    const { rows } = await sql<{ slug: string }>`select employer_slug(${name}) as slug`.execute(
      database.db,
    )
    expect(rows[0]?.slug).toBe(slugOf(name))
    expect(await findEmployer(database.db, slugOf(name))).toMatchObject({ name, jobs: 1 })
  }
})

test('an employer is what its active jobs tell, in whatever case they name it', async () => {
  const found = await findEmployer(database.db, 'bay-heart')
  expect(found).toMatchObject({ name: 'Bay Heart', jobs: 6, states: 2, isThroughRecruiters: false })
  expect(found?.specialties).toEqual([{ specialty: 'Cardiology', jobs: 6, median: 420_000 }])
  expect(found?.terms.filter((jobs) => jobs === 1)).not.toEqual([])

  // Nobody has a page without active jobs, or for the sitemap as a confidential employer.
  expect(await findEmployer(database.db, 'no-such-employer')).toBeUndefined()
  const pages = await employerPages(database.db)
  expect(pages).toContain('/employers/bay-heart')
  expect(pages.filter((path) => path.includes('confidential'))).toEqual([])
})
