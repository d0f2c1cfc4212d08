import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publicUrl, testApp } from '#test/app.ts'
import type { TestApp } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import type { Frequency } from '../model.ts'
import { sendDigests } from './digests.ts'
import { mailNewJobs } from './tasks.ts'

let site: TestApp
const links = { publicUrl, secret: 'x'.repeat(32) }

beforeAll(async () => {
  site = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`truncate jobs, job_counts, job_changes, job_alerts, job_alert_matches, mails cascade`.execute(site.db)
})

type Wanted = { search?: Record<string, string>; frequency?: Frequency; timeZone?: string; due?: string }

/** Somebody with one alert, which is due at a time of the test's own. */
async function subscriber({ search = {}, frequency = 'daily', timeZone = 'America/New_York', due }: Wanted = {}) {
  const physician = await signIn(site, 'physician')
  await physician.post('/api/alerts', { search, frequency, timeZone })
  if (due !== undefined) await sql`update job_alerts set due_at = ${due} where email = ${physician.user.email}`.execute(site.db)
  const { id } = (await physician.get('/api/alerts')).json<{ alerts: [{ id: string }] }>().alerts[0]
  return { ...physician, alertId: id, email: physician.user.email }
}

const post = async (title: string, more: Parameters<typeof jobRow>[0] = {}) => {
  const job = jobRow({ title, ...more })
  await addJobs(site.db, [job])
  return job
}

/** The minute's task, and everything that it enqueues, as if the clock showed this. */
async function tick(now: string): Promise<void> {
  await mailNewJobs(site.db, new Date(now))
  await runTasks(site)
}

const mails = (email: string) => mailsTo(site, email)
const subjects = async (email: string) => (await mails(email)).map((it) => it.subject)
/** How many mails name the job. */
const mentions = async (email: string, title: string) => (await mails(email)).filter((it) => it.text.includes(title)).length

const due = '2026-07-01T11:00:00Z'
const nextDay = '2026-07-02T11:00:00Z'

describe('a daily alert', () => {
  test('brings what is new and fits, when it is due, and once', async () => {
    const { email } = await subscriber({ search: { specialty: 'Cardiology', state: 'TX' }, due })
    await post('Cardiologist One')
    await post('Cardiologist Elsewhere', { city: 'Boston', state: 'MA' })
    await post('Psychiatrist', { specialty: 'Psychiatry' })
    await tick('2026-07-01T10:59:00Z')
    expect(await subjects(email)).toEqual([])

    await tick(due)
    expect(await subjects(email)).toEqual(['1 new job: Cardiology · Texas'])
    const text = (await mails(email))[0]?.text
    expect(text).toContain('Cardiologist One')
    expect(text).not.toMatch(/Elsewhere|Psychiatrist/)

    await tick('2026-07-01T11:01:00Z')
    await tick(nextDay)
    expect(await subjects(email)).toHaveLength(1)
    await post('Cardiologist Two')
    await tick('2026-07-02T18:00:00Z')
    expect(await subjects(email)).toHaveLength(1)
    await tick('2026-07-03T11:00:00Z')
    expect(await mentions(email, 'Cardiologist Two')).toBe(1)
    expect(await mentions(email, 'Cardiologist One')).toBe(1)
  })

  test('says of each job what it is, where, and what it pays, and leads there', async () => {
    const { email } = await subscriber({ due })
    const job = await post('Noninvasive Cardiologist', { employer: 'Lakeside Clinic', comp_min: 400_000, comp_max: 450_000 })
    await post('Hospitalist', { comp_min: null, comp_max: null, posted_at: new Date('2026-06-01') })
    await tick(due)
    const [mail] = await mails(email)
    expect(mail?.subject).toBe('2 new jobs: All physician jobs')
    for (const part of [
      'Lakeside Clinic · Austin, TX',
      '$400,000 - $450,000 a year',
      `${publicUrl}/jobs/${job.id}`,
      'Pay not stated',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text.indexOf('Noninvasive')).toBeLessThan(mail?.text.indexOf('Hospitalist') ?? 0)
  })

  test('shows twenty jobs and tells how many more there are', async () => {
    const { email } = await subscriber({ due })
    await addJobs(
      site.db,
      Array.from({ length: 23 }, (_, n) => jobRow({ title: `Job number ${n}` })),
    )
    await tick(due)
    const [mail] = await mails(email)
    expect(mail?.subject).toBe('23 new jobs: All physician jobs')
    expect(mail?.text.match(/Job number/g)).toHaveLength(20)
    expect(mail?.text).toContain('And 3 jobs more.')
  })
})

describe('other rhythms', () => {
  test('an instant alert needs no hour', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    await post('Night Hospitalist')
    await tick('2026-07-01T03:12:00Z')
    expect(await mentions(email, 'Night Hospitalist')).toBe(1)
    await tick('2026-07-01T03:13:00Z')
    expect(await subjects(email)).toHaveLength(1)
  })

  test('a weekly alert gathers until Monday', async () => {
    const { email } = await subscriber({ frequency: 'weekly', due: '2026-07-06T11:00:00Z' })
    for (const day of [1, 2, 3]) {
      await post(`Job of day ${day}`)
      await tick(`2026-07-0${day}T12:00:00Z`)
    }
    expect(await subjects(email)).toEqual([])
    await tick('2026-07-06T11:00:30Z')
    expect(await subjects(email)).toEqual(['3 new jobs: All physician jobs'])
    await post('Job of Tuesday')
    await tick('2026-07-12T23:00:00Z')
    expect(await subjects(email)).toHaveLength(1)
    await tick('2026-07-13T11:00:00Z')
    expect(await subjects(email)).toHaveLength(2)
  })
})

describe('clocks', () => {
  test('New York’s change twice a year, and the mail still comes at seven; Arizona’s never do', async () => {
    const newYork = await subscriber({ due: '2026-03-07T12:00:00Z' })
    const arizona = await subscriber({ timeZone: 'America/Phoenix', due: '2026-03-07T14:00:00Z' })
    const cameAt = { newYork: [] as string[], arizona: [] as string[] }
    for (const day of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02']) {
      // Nothing was new all summer.
      if (day === '2026-10-31') await mailNewJobs(site.db, new Date('2026-10-30T15:00:00Z'))
      await post(`Job of ${day}`)
      for (const hour of [11, 12, 13, 14]) {
        await tick(`${day}T${hour}:00:00Z`)
        for (const [name, { email }] of Object.entries({ newYork, arizona }))
          if ((await mentions(email, `Job of ${day}`)) === 1 && !cameAt[name as 'arizona'].some((it) => it.startsWith(day)))
            cameAt[name as 'arizona'].push(`${day} ${hour}`)
      }
    }
    expect(cameAt.newYork).toEqual([
      '2026-03-07 12',
      '2026-03-08 11',
      '2026-03-09 11',
      '2026-10-31 11',
      '2026-11-01 12',
      '2026-11-02 12',
    ])
    expect(cameAt.arizona.map((it) => it.slice(-2))).toEqual(['14', '14', '14', '14', '14', '14'])
    expect(await subjects(newYork.email)).toHaveLength(6)
  })

  test('one that is put forward sends once, and not again for every day that it passed over', async () => {
    const { email } = await subscriber({ due })
    await post('First')
    await tick('2026-07-11T15:00:00Z')
    await tick('2026-07-11T15:01:00Z')
    expect(await subjects(email)).toEqual(['1 new job: All physician jobs'])
    await post('Second')
    await tick('2026-07-12T10:59:00Z')
    expect(await mentions(email, 'Second')).toBe(0)
    await tick('2026-07-12T11:00:00Z')
    expect(await mentions(email, 'Second')).toBe(1)
  })

  test('one that is put back sends nothing twice, and goes on', async () => {
    const { email } = await subscriber({ due })
    await post('First')
    await tick(due)
    // Back by five hours, and through seven o’clock a second time.
    for (const hour of ['06', '11', '12']) await tick(`2026-07-01T${hour}:00:00Z`)
    expect(await subjects(email)).toHaveLength(1)
    await post('Second')
    await tick('2026-07-01T11:30:00Z')
    expect(await mentions(email, 'Second')).toBe(0)
    await tick(nextDay)
    expect(await mentions(email, 'Second')).toBe(1)
  })

  test('one that was years ahead for a while silences nobody', async () => {
    const { email } = await subscriber({ due })
    await tick('2031-01-01T00:00:00Z')
    await post('First')
    await tick(due)
    await tick(nextDay)
    expect(await mentions(email, 'First')).toBe(1)
  })
})

describe('nothing is lost, and nothing sent twice', () => {
  test('when a job’s transaction takes longer than the digest', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    const slow = await site.db.startTransaction().execute()
    await addJobs(slow, [jobRow({ title: 'Slow' })])
    // Of another state: the count of Texan cardiologists is locked until the other one is there.
    await post('Fast', { state: 'CA', city: 'San Diego' })
    await tick('2026-07-01T08:00:00Z')
    expect([await mentions(email, 'Slow'), await mentions(email, 'Fast')]).toEqual([0, 1])
    await slow.commit().execute()
    await tick('2026-07-01T08:01:00Z')
    expect([await mentions(email, 'Slow'), await mentions(email, 'Fast')]).toEqual([1, 1])
  })

  test('when two workers do the same at once', async () => {
    const people = [await subscriber({ frequency: 'instant' }), await subscriber({ due }), await subscriber({ due })]
    await addJobs(
      site.db,
      Array.from({ length: 50 }, (_, n) => jobRow({ title: `Job ${n}` })),
    )
    await Promise.all([1, 2, 3].map(() => mailNewJobs(site.db, new Date(due))))
    const ids = people.map((it) => it.alertId)
    await Promise.all([1, 2, 3].map(() => sendDigests(site.db, links, ids, new Date(due))))
    await runTasks(site)
    for (const { email } of people) expect(await subjects(email)).toEqual(['50 new jobs: All physician jobs'])
  })

  test('when mailing breaks off in the middle', async () => {
    const people = [await subscriber({ due }), await subscriber({ due }), await subscriber({ due })]
    await post('First')
    await mailNewJobs(site.db, new Date(due))
    const broken = await breakOff('mails', 3)
    const ids = people.map((it) => it.alertId)
    await expect(sendDigests(site.db, links, ids, new Date(due))).rejects.toThrow('broken off')
    await broken.mend()
    await runTasks(site)
    for (const { email } of people) expect(await subjects(email)).toEqual(['1 new job: All physician jobs'])
  })

  test('when matching breaks off in the middle', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    await post('First')
    const broken = await breakOff('job_alert_matches', 1)
    await expect(tick(due)).rejects.toThrow('broken off')
    await broken.mend()
    await tick(due)
    expect(await mentions(email, 'First')).toBe(1)
  })

  /** From the given row on, the table takes none, as if the process had died there. */
  async function breakOff(table: string, row: number) {
    await sql`create sequence rows_taken`.execute(site.db)
    await sql`
      create function break_off() returns trigger language plpgsql as $$
      begin
        if nextval('rows_taken') >= ${sql.lit(row)} then raise exception 'broken off'; end if;
        return new;
      end $$
    `.execute(site.db)
    await sql`create trigger break_off before insert on ${sql.table(table)} for each row execute function break_off()`.execute(
      site.db,
    )
    return {
      async mend() {
        await sql`drop function break_off cascade`.execute(site.db)
        await sql`drop sequence rows_taken`.execute(site.db)
      },
    }
  }

  test('when a search was worked out by rules that hold no more', async () => {
    const { email } = await subscriber({ search: { specialty: 'Cardiology' }, due })
    await sql`update job_alerts set stored = '{"query": "bygone"}', stored_version = '0'`.execute(site.db)
    await post('First')
    await tick(due)
    expect(await mentions(email, 'First')).toBe(1)
  })
})

describe('a job is new', () => {
  const setStatus = (id: string, status: string) => sql`update jobs set status = ${status} where id = ${id}`.execute(site.db)

  test('once it is approved, and not again when it comes back', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    const { id } = await post('Reviewed', { status: 'pending' })
    await tick('2026-07-01T08:00:00Z')
    expect(await mentions(email, 'Reviewed')).toBe(0)
    await setStatus(id, 'active')
    await tick('2026-07-01T08:01:00Z')
    for (const status of ['inactive', 'active', 'expired', 'active']) await setStatus(id, status)
    await tick('2026-07-01T08:02:00Z')
    expect(await mentions(email, 'Reviewed')).toBe(1)
  })

  test('unless it is gone before the mail is written; then later, if it comes back before anybody was told', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    const { id } = await post('Hidden')
    await setStatus(id, 'inactive')
    await tick('2026-07-01T08:00:00Z')
    expect(await mentions(email, 'Hidden')).toBe(0)
    await setStatus(id, 'active')
    await tick('2026-07-01T08:01:00Z')
    expect(await mentions(email, 'Hidden')).toBe(1)
  })

  test('but not to who gets it when it was removed meanwhile', async () => {
    const { email } = await subscriber({ due })
    const { id } = await post('Removed')
    await tick('2026-06-30T12:00:00Z')
    await setStatus(id, 'removed')
    await tick(due)
    expect(await subjects(email)).toEqual([])
  })
})

describe('stopping', () => {
  test('takes one click in the mail program, and nothing but a POST', async () => {
    const { email, get } = await subscriber({ frequency: 'instant' })
    await post('First')
    await tick(due)
    const { headers = {} } = (await mails(email))[0] ?? {}
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(link).toMatch(`${publicUrl}/alerts/stop?token=`)
    const url = link.slice(publicUrl.length)

    expect((await site.get(url)).statusCode).toBe(200)
    expect((await get('/api/alerts')).json()).toMatchObject({ alerts: [{ status: 'active' }] })
    for (let click = 0; click < 2; click++) {
      const answer = await site.app.inject({
        method: 'POST',
        url,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.test' },
      })
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    }
    expect((await get('/api/alerts')).json()).toMatchObject({ alerts: [{ status: 'paused' }] })
    await post('Second')
    await tick(nextDay)
    expect(await subjects(email)).toHaveLength(1)
  })

  test('needs the whole link', async () => {
    const { alertId } = await subscriber()
    for (const token of ['', 'x', alertId, `${Buffer.from(alertId).toString('base64url')}.AAAA`]) {
      const answer = await site.app.inject({ method: 'POST', url: `/alerts/stop?token=${token}` })
      expect(answer.statusCode).toBe(404)
    }
  })

  test('drops what waits; turned on again, the alert begins with what is new then', async () => {
    const { email, alertId, put } = await subscriber({ due })
    await post('Before')
    await tick('2026-06-30T12:00:00Z')
    await put(`/api/alerts/${alertId}`, { status: 'paused' })
    await post('Meanwhile')
    await tick('2026-06-30T13:00:00Z')
    await put(`/api/alerts/${alertId}`, { status: 'active', frequency: 'instant' })
    await post('After')
    await tick(due)
    expect([await mentions(email, 'Before'), await mentions(email, 'Meanwhile'), await mentions(email, 'After')]).toEqual([
      0, 0, 1,
    ])
  })
})
