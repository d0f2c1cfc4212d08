import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { docxOf, docFile } from '#test/cv-files.ts'
import { englishCv, hostileCv } from '#test/cv-texts.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { answered, signIn, signInForEach, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
const physician = signInForEach(board, 'physician', { lastName: 'Rivera' })

type Profile = ResponseOf<'GET /api/profile'>
const profileOf = async (caller: SignedIn) => (await caller.get('/api/profile')).json<Profile>()
const save = (fields: object, shown: string[] = []) =>
  answered(physician.put('/api/profile', { fields, shown }))

test('a profile is kept as it was saved, and is a search for jobs', async () => {
  const fields = {
    specialty: ['Cardiology'],
    visa: ['None'],
    state: ['TX', 'OK'],
    radius: ['25'],
    call: ['8'],
    minPay: ['350000'],
    employer: ['Lakeside Clinic'],
  }
  expect(await save({ ...fields, sentence: ['  '] }, ['specialty', 'employer'])).toEqual([
    200,
    { success: true },
  ])
  expect(await profileOf(physician)).toMatchObject({
    fields,
    // Nobody else ever reads the present employer.
    shown: ['specialty'],
    // No city, no distance; and who needs no visa asks for none.
    search: { specialty: 'Cardiology', state: 'OK,TX', call: '8', minPay: '350000' },
  })
  // What an employer reads is what an inquiry says; pay is private.
  expect((await profileOf(physician)).lines).toBe('Specialties: Cardiology')
  expect(await profileOf(await signIn(board, 'physician'))).toMatchObject({
    fields: {},
    search: {},
    lines: '',
  })
})

test.each([
  [{ specialty: ['Alchemy'] }, 'specialty'],
  [{ trainingEnds: ['soon'] }, 'trainingEnds'],
  [{ board: ['Certified', 'Eligible'] }, 'board'],
  [{ minPay: ['-5'] }, 'minPay'],
  [{ sentence: ['x'.repeat(301)] }, 'sentence'],
  [{ licenses: Array.from({ length: 61 }, () => 'TX') }, 'licenses'],
  [{ password: ['x'] }, 'password'],
])('%o is refused', async (fields, field) => {
  const [status, answer] = await save(fields)
  expect(status).toBe(400)
  expect(JSON.stringify(answer)).toContain(field)
  expect((await profileOf(physician)).savedAt).toBeNull()
})

test('a CV is read by a press, and nothing of it is stored', async () => {
  expect((await physician.post('/api/profile/reading')).statusCode).toBe(404)
  await upload(physician, docxOf(englishCv), 'cv.docx')
  const reading = await physician.post('/api/profile/reading')
  expect(reading.json()).toMatchObject({ problem: null, hasName: true })
  expect(reading.json<ResponseOf<'POST /api/profile/reading'>>().found).toContainEqual({
    field: 'board',
    values: ['Certified'],
    words: 'Summary: Board-certified internist finishing an interventional fellowship.',
  })
  expect(await profileOf(physician)).toMatchObject({ fields: {}, savedAt: null })
})

test('an old Word file, and the CV of somebody else, are told so', async () => {
  await upload(physician, docFile(), 'cv.doc')
  expect((await physician.post('/api/profile/reading')).json()).toMatchObject({
    problem: 'format',
    found: [],
  })
  await upload(physician, docxOf(hostileCv), 'cv.docx')
  expect((await physician.post('/api/profile/reading')).json()).toMatchObject({ hasName: false })
})

test('the profile is exported, and ends with its fields or with the account', async () => {
  const rows = async () => (await sql`select from profiles`.execute(board.db)).rows.length
  await save({ board: ['Eligible'] }, ['board'])
  expect((await physician.get('/api/account/export')).json()).toMatchObject({
    profile: { fields: { board: ['Eligible'] }, shown: ['board'] },
  })
  const before = await rows()
  await save({})
  expect(await rows()).toBe(before - 1)
  await save({ board: ['Eligible'] })
  await sql`delete from users where id = ${physician.user.id}`.execute(board.db)
  expect(await rows()).toBe(before - 1)
})

test('jobs of the profile say which of its wishes they meet', async () => {
  const of = (facts: object) =>
    jobRow({ specialty: 'Urology', state: 'VT', city: 'Burlington', ...facts })
  const old = { posted_at: new Date(Date.now() - 86_400_000) }
  const [near, fits] = [
    of({ employment_type: 'locums' }),
    of({ employment_type: 'locums', description: 'No call. Clinic on four days a week.', ...old }),
  ]
  await addJobs(board.db, [near, fits, of({ state: 'ME', city: 'Bangor' })])
  const fitting = async () =>
    (await physician.get('/api/profile/jobs')).json<ResponseOf<'GET /api/profile/jobs'>>()
  expect(await fitting()).toEqual({ search: {}, jobs: [] })
  await save({ specialty: ['Urology'], state: ['VT'], jobType: ['locums'], call: ['8'] })
  expect(await fitting()).toMatchObject({
    search: { specialty: 'Urology', state: 'VT', jobType: 'locums', call: '8' },
    jobs: [
      { job: { id: fits.id }, asked: 4, met: 4, not: [], unsaid: [] },
      { job: { id: near.id }, asked: 4, met: 3, not: [], unsaid: ['Call at most 1 in 8'] },
    ],
  })
})
