import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSource, emptyBoardForEach } from '#test/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import type { SourceQuestion } from '#features/imports/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'

/** What a source leaves open for many rows alike is asked once. */

const board = emptyBoardForEach()

let count = 1000
const job = (more: object = {}) => {
  count++
  return {
    id: `a${count}`,
    title: 'Family Physician',
    company: 'Lakeside Clinic',
    location: 'Boise, ID',
    url: `https://boards.example.org/a/${count}`,
    description: `Opening number ${count} in a growing practice.`,
    ...more,
  }
}
const silent = { title: 'Family Practice Opening' }
const nurse = { title: 'Family Nurse Practitioner' }

async function source() {
  const { id, name } = await createSource(board)
  const path = `/api/admin/import-sources/${id}`
  const read = async () =>
    (await board.admin.get(`${path}/answers`)).json<
      ResponseOf<'GET /api/admin/import-sources/:id/answers'>
    >()
  const answer = (fact: string, value: unknown, words = '*') =>
    board.admin.put(`${path}/answers`, {
      fact,
      words,
      answer: value === null ? null : { fact, value },
    })
  return {
    path,
    read,
    question: async (fact: string, words = '*'): Promise<SourceQuestion | undefined> =>
      (await read()).questions.find(
        (question) => question.fact === fact && question.words === words,
      ),
    /** All of a word: 'type', or 'place Main Campus' for what has words. */
    questions: async () =>
      Object.fromEntries(
        (await read()).questions.map((question) => [
          question.words === '*' ? question.fact : `${question.fact} ${question.words}`,
          question,
        ]),
      ),
    answer,
    async answerAll(answers: Record<string, unknown>, words = '*') {
      for (const [fact, value] of Object.entries(answers)) await answer(fact, value, words)
    },
    async run(...rows: object[]) {
      board.publish(rows)
      await board.admin.post(`${path}/run`)
      await runTasks(board)
    },
    async jobs() {
      const { rows } = await sql<Record<string, unknown>>`
        select j.title, j.city, j.state, j.specialty, j.employment_type as type, j.comp_min::float as min, j.comp_unit as unit, f.doubtful
        from jobs j join job_facts f on f.job_id = j.id where j.source = ${name} order by j.description
      `.execute(board.db)
      return rows
    },
    publish: (title: string) =>
      sql`update jobs set status = 'active' where title = ${title} and source = ${name}`.execute(
        board.db,
      ),
  }
}

test('whom it seeks: for a source and an employer in it, for what waits and later rows, and withdrawn', async () => {
  const list = await source()
  await list.run(job(silent), job({ ...silent, company: 'Hilltop Clinic' }), job(), job(nurse))
  const suggested = { answer: { value: 'mixed' }, rows: 1, of: 2 }
  expect(await list.question('profession')).toMatchObject({ rows: 2, answer: null, suggested })
  expect((await list.answer('profession', 'physician', '*: Hilltop Clinic')).json()).toMatchObject({
    changed: 1,
  })
  expect(await list.question('profession')).toMatchObject({ rows: 1 })
  await list.answer('profession', 'physician')
  expect(await list.question('profession')).toMatchObject({
    rows: 0,
    answer: { value: 'physician' },
  })

  // Later rows; one that says something else still is nobody's.
  await list.run(job({ title: 'Family Practice, South' }), job(nurse))
  expect(
    (await list.jobs()).filter((job) => (job['doubtful'] as string[]).includes('profession')),
  ).toEqual([])
  await list.publish('Family Practice, South')
  expect((await list.read()).outdated).toEqual({ count: 0, jobs: [] })

  // The employer's own answer still holds, and what is live without one is named, until it has one
  // again.
  await list.answer('profession', null)
  expect(await list.question('profession')).toMatchObject({ rows: 1, answer: null })
  expect(await list.question('profession', '*: hilltop clinic')).toMatchObject({
    answer: { value: 'physician' },
  })
  const jobs = [
    { title: 'Family Practice, South', employer: 'Lakeside Clinic', facts: ['profession'] },
  ]
  expect((await list.read()).outdated).toMatchObject({ count: 1, jobs })
  await list.answer('profession', 'physician')
  expect((await list.read()).outdated.count).toBe(0)
  await list.answer('profession', null)
  const { rows } =
    await sql`select from audit_log where action = 'imports.source-answered'`.execute(board.db)
  expect(rows).toHaveLength(5)
})

test('the check is done again after an answer, and shows its former report until then', async () => {
  const list = await source()
  board.publish([job(silent)])
  await board.admin.post(`${list.path}/check`)
  await runTasks(board)
  expect((await list.read()).check?.report?.groups).toMatchObject([{ kind: 'waiting' }])
  await list.answer('profession', 'physician')
  expect((await list.read()).check).toMatchObject({
    status: 'running',
    report: { groups: [{ kind: 'waiting' }] },
  })
  await runTasks(board)
  expect((await list.read()).check).toMatchObject({
    status: 'finished',
    report: { groups: [{ kind: 'ready' }] },
  })
})

test('an employer that is answered as mixed waits, whatever holds for the source', async () => {
  const list = await source()
  await list.answer('profession', 'physician')
  await list.answer('profession', 'mixed', '*: Hilltop Clinic')
  await list.run(job(silent), job({ ...silent, company: 'Hilltop Clinic' }))
  expect((await list.jobs()).map((job) => job['doubtful'])).toEqual([[], ['profession']])
})

test('type, specialty, unit of pay and a wrong state are asked with the share of rows that support it', async () => {
  const list = await source()
  const cardiologist = (more: object) => job({ title: 'Cardiologist', ...more })
  await list.run(
    cardiologist({ employmentType: 'Full-time', salary: '$190 - $210 an hour' }),
    cardiologist({ employmentType: 'Full-time', title: 'Cardiologist, North' }),
    // By its size it is a year's: that says nothing of '150'.
    cardiologist({ employmentType: 'Part-time', title: 'Cardiologist, South', salary: '400000' }),
    cardiologist({ title: 'Cardiologist, East', salary: '150' }),
    job({ title: 'Physician', employmentType: 'Full-time' }),
    cardiologist({
      title: 'Cardiologist, West',
      employmentType: 'Full-time',
      location: 'Saint Louis, NM',
    }),
  )
  const answers = {
    type: 'full-time',
    specialty: { specialty: 'Cardiology' },
    pay: { unit: 'HOUR' },
  }
  const place = { city: 'Saint Louis', state: 'MO' }
  expect(await list.questions()).toMatchObject({
    type: { rows: 1, suggested: { answer: { value: answers.type }, rows: 4, of: 5 } },
    specialty: { rows: 1, suggested: { answer: { value: answers.specialty }, rows: 5, of: 5 } },
    pay: {
      rows: 1,
      suggested: { answer: { value: answers.pay }, rows: 1, of: 1 },
      example: '150',
      outcomes: { HOUR: '$150 an hour' },
    },
    'place Saint Louis, NM': { rows: 1, suggested: { answer: { value: place } } },
  })
  await list.answerAll(answers)
  await list.answer('place', place, 'Saint Louis, NM')
  const settled = await list.jobs()
  expect(settled.flatMap((candidate) => candidate['doubtful'])).toEqual([])
  const hourly = { type: 'full-time', min: 150, unit: 'HOUR' }
  expect(settled.slice(3)).toMatchObject([
    hourly,
    { title: 'Physician', specialty: 'Cardiology' },
    place,
  ])

  // Later rows; a figure that nobody is paid an hour contradicts the answer, and waits.
  await list.run(
    cardiologist({ title: 'Cardiologist, Hills', salary: '160', location: 'Saint Louis, NM' }),
    cardiologist({ title: 'Cardiologist, Lakes', salary: '2000' }),
  )
  const certain = { ...place, type: 'full-time', min: 160, unit: 'HOUR', doubtful: [] }
  expect((await list.jobs()).slice(6)).toMatchObject([certain, { min: null, doubtful: ['pay'] }])

  await list.publish('Cardiologist, Hills')
  await list.answer('type', 'part-time')
  expect((await list.read()).outdated).toMatchObject({ count: 1, jobs: [{ facts: ['type'] }] })
  await list.answerAll({ type: null, specialty: null, pay: null })
  await list.answer('place', null, 'Saint Louis, NM')
  expect((await list.jobs()).slice(3, 6)).toMatchObject([
    { type: 'not-stated', min: null, doubtful: ['pay'] },
    { specialty: 'Other', doubtful: ['specialty'] },
    { doubtful: ['place'] },
  ])
  const jobs = [
    { title: 'Cardiologist, Hills', facts: expect.arrayContaining(['place', 'type', 'pay']) },
  ]
  expect((await list.read()).outdated).toMatchObject({ count: 1, jobs })
})

test('an employer has answers of its own about type, unit and place, suggested from its own rows', async () => {
  const list = await source()
  const of = (company: string, more: object = {}) =>
    job({ title: 'Cardiologist', company, ...more })
  const partTime = {
    employmentType: 'Part-time',
    salary: '$200 - $220 an hour',
    location: 'Nampa, ID',
  }
  await list.run(
    ...Array.from({ length: 6 }, (_, at) =>
      of('Hilltop Clinic', { ...partTime, title: `Cardiologist, Team ${at}` }),
    ),
    of('Hilltop Clinic', { salary: '150', location: 'Main Campus' }),
    of('Lakeside Clinic', { salary: '160', location: 'Main Campus' }),
  )
  const answers = {
    type: 'part-time',
    pay: { unit: 'HOUR' },
    place: { city: 'Nampa', state: 'ID' },
  }
  expect(await list.questions()).toMatchObject({
    'type *: Hilltop Clinic': {
      rows: 1,
      suggested: { answer: { value: answers.type }, rows: 6, of: 6 },
    },
    'pay *: Hilltop Clinic': { rows: 1, suggested: { answer: { value: answers.pay } } },
    'place *: Hilltop Clinic': { suggested: { answer: { value: answers.place } } },
  })
  await list.answerAll(answers, '*: Hilltop Clinic')
  expect((await list.jobs()).slice(6)).toMatchObject([
    { type: 'part-time', min: 150, unit: 'HOUR', city: 'Nampa', doubtful: [] },
    { type: 'not-stated', min: null, doubtful: ['place', 'pay'] },
  ])
})

test('a source that turns from physicians to nurses half way: its silent rows wait again, and that is told', async () => {
  const list = await source()
  await list.answer('profession', 'physician')
  const half = (said: object, name: string) =>
    Array.from({ length: 90 }, (_, at) =>
      job({ ...(at % 3 === 0 ? silent : said), company: `${name} ${at}` }),
    )
  // The halves are in batches of their own.
  const between = Array.from({ length: 160 }, () => ({}))
  await list.run(...half({}, 'Clinic'), ...between, ...half(nurse, 'Hospital'))
  const waiting = (await list.jobs()).filter((job) =>
    (job['doubtful'] as string[]).includes('profession'),
  )
  const question = await list.question('profession')
  expect(waiting).toHaveLength(30)
  expect(question).toMatchObject({
    rows: 30,
    contradicted: 30,
    answer: { value: 'physician' },
  })

  // Whoever answers again has seen that.
  await list.answer('profession', 'physician')
  expect(await list.question('profession')).toMatchObject({ rows: 0, contradicted: 0 })
})

test('rows that state other types, specialties, units and places later: those that state none wait, and that is told', async () => {
  const list = await source()
  const rows = (said: object, silent: object, from: number) =>
    Array.from({ length: 30 }, (_, at) =>
      job({ company: `Clinic ${from + at}`, ...(at < 25 ? said : silent) }),
    )
  const before = {
    title: 'Cardiologist',
    employmentType: 'Full-time',
    salary: '$210 an hour',
    location: 'Boise, ID',
  }
  const later = {
    title: 'Neurologist',
    employmentType: 'Part-time',
    salary: '$300,000 a year',
    location: 'Nampa, ID',
  }
  const silent = { title: 'Physician', salary: '150', location: 'Main Campus' }
  await list.run(...rows(before, silent, 0))
  const place = { city: 'Boise', state: 'ID' }
  await list.answerAll({
    type: 'full-time',
    specialty: { specialty: 'Cardiology' },
    pay: { unit: 'HOUR' },
    place,
  })
  expect((await list.jobs()).flatMap((job) => job['doubtful'])).toEqual([])

  await list.run(
    ...rows(later, silent, 100).map((row, at) => ({
      ...row,
      description: `Later ${at}. ${row.description}`,
    })),
  )
  const waiting = (await list.jobs()).filter((job) => (job['doubtful'] as string[]).length > 0)
  expect(waiting).toHaveLength(5)
  const again = { rows: 5, contradicted: 5 }
  expect(await list.questions()).toMatchObject({
    type: again,
    specialty: again,
    pay: again,
    place: again,
  })
  expect(waiting[0]).toMatchObject({
    type: 'not-stated',
    min: null,
    doubtful: ['place', 'specialty', 'pay', 'type'],
  })

  // Withdrawn, each is as open as it was; answered again, it is settled.
  await list.answer('type', null)
  expect(
    (await list.jobs()).filter((job) => (job['doubtful'] as string[]).includes('type')),
  ).toEqual([])
  await list.answer('place', place)
  expect(await list.question('place')).toMatchObject({ rows: 0, contradicted: 0 })
})

test('is asked of recorded sources, and an answer is about the fact', async () => {
  const nobody = '/api/admin/import-sources/01900000-0000-7000-8000-000000000000/answers'
  const list = await source()
  const other = { fact: 'type', words: '*', answer: { fact: 'profession', value: 'physician' } }
  const answers = [
    await board.admin.get(nobody),
    await list.answer('profession', 'nurse'),
    await list.answer('place', { city: 'Nowhere Falls', state: 'MO' }, 'Nowhere'),
    await board.admin.put(`${list.path}/answers`, other),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 400, 400, 400])
})
