import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { publicUrl } from '#test/app.ts'
import { runTasks } from '#test/mailbox.ts'
import { answered } from '#test/sign-in.ts'
import {
  due,
  mails,
  mentions,
  nextDay,
  post,
  site,
  subjects,
  subscriber,
  tick,
  emptyBoard,
} from '#test/alert-digests.ts'

emptyBoard()

/** The path in the headers of the first mail to an address. */
async function stopLink(email: string): Promise<string> {
  const headers = (await mails(email))[0]?.headers ?? {}
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  return (
    new RegExp(`^<${publicUrl}(/alerts/stop\\?token=.+)>$`).exec(
      headers['List-Unsubscribe'] ?? '',
    )?.[1] ?? expect.fail('no link')
  )
}

/** As mail programs do. */
const click = (url: string) =>
  site.app.inject({
    method: 'POST',
    url,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.test' },
  })

describe('a daily alert', () => {
  test('mails new matching jobs once, when it is due', async () => {
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
    await post('Cardiologist Two')
    await tick('2026-07-02T18:00:00Z')
    expect(await subjects(email)).toHaveLength(1)
    await tick('2026-07-03T11:00:00Z')
    expect([
      await mentions(email, 'Cardiologist One'),
      await mentions(email, 'Cardiologist Two'),
    ]).toEqual([1, 1])
  })

  test('leaves out what the account has hidden', async () => {
    const person = await subscriber({ due })
    const [hidden] = [await post('Hidden Cardiologist'), await post('Shown Cardiologist')]
    await person.put(`/api/hidden-jobs/${hidden.id}`, { isHidden: true })
    await tick(due)
    expect(await subjects(person.email)).toEqual(['1 new job: All physician jobs'])
    expect(await mentions(person.email, 'Hidden Cardiologist')).toBe(0)
  })

  test('shows title, place and pay of each job with a link', async () => {
    const { email } = await subscriber({ due })
    const job = await post('Noninvasive Cardiologist', {
      employer: 'Lakeside Clinic',
      comp_min: 400_000,
      comp_max: 450_000,
    })
    await post('Hospitalist', { comp_min: null, comp_max: null, posted_at: new Date('2026-06-01') })
    await tick(due)
    const [mail] = await mails(email)
    expect(mail?.subject).toBe('2 new jobs: All physician jobs')
    const links = [`${publicUrl}/jobs/${job.id}#from=alert`, `${publicUrl}/jobs#from=alert`]
    for (const part of [
      'Lakeside Clinic · Austin, TX',
      '$400,000 - $450,000 a year',
      'Pay not stated',
      ...links,
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text.indexOf('Noninvasive')).toBeLessThan(mail?.text.indexOf('Hospitalist') ?? 0)
  })

  test('lists twenty jobs and the number of the others', async () => {
    const { email } = await subscriber({ due })
    for (let number = 0; number < 23; number++) await post(`Job number ${number}`)
    await tick(due)
    const [mail] = await mails(email)
    expect(mail?.subject).toBe('23 new jobs: All physician jobs')
    expect(mail?.text.match(/Job number/g)).toHaveLength(20)
    expect(mail?.text).toContain('And 3 more jobs.')
  })
})

test('alerts of a time zone that cannot be read hold up no others, and the task fails', async () => {
  const [one, other] = [await subscriber({ due }), await subscriber({ due })]
  await sql`update job_alerts set time_zone = 'Nowhere/Here' where email = ${one.email}`.execute(
    site.db,
  )
  await post('Cardiologist')
  await expect(tick(due)).rejects.toThrow('1 failed, first daily Nowhere/Here')
  await runTasks(site)
  expect([await subjects(one.email), await subjects(other.email)]).toEqual([
    [],
    ['1 new job: All physician jobs'],
  ])
})

describe('several alerts of a person', () => {
  /** A second daily alert of the same account, due at the same time. */
  const another = async (
    { post: call, email }: Awaited<ReturnType<typeof subscriber>>,
    search: Record<string, string>,
  ) => {
    await call('/api/alerts', { search, frequency: 'daily', timeZone: 'America/New_York' })
    await sql`update job_alerts set due_at = ${due} where email = ${email}`.execute(site.db)
  }

  test('come in one mail, each with its reason, and a job of both once', async () => {
    const person = await subscriber({ search: { specialty: 'Cardiology' }, due })
    await another(person, { state: 'TX' })
    await post('Cardiologist in Austin')
    await post('Psychiatrist in Austin', { specialty: 'Psychiatry' })
    await tick(due)
    const sent = await mails(person.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['2 new jobs: your 2 alerts'])
    expect(sent[0]?.text.match(/Cardiologist in Austin/g)).toHaveLength(1)
    expect(sent[0]?.text).toMatch(
      /Cardiology\n[^]*Cardiologist in Austin[^]*Texas\n[^]*Psychiatrist in Austin/,
    )
    await tick(nextDay)
    expect(await mails(person.email)).toHaveLength(1)
  })

  test('are stopped together by one click, and others of the address go on', async () => {
    const person = await subscriber({ search: { specialty: 'Cardiology' }, due })
    await another(person, { specialty: 'Psychiatry' })
    await person.post('/api/alerts', {
      search: { state: 'TX' },
      frequency: 'weekly',
      timeZone: 'America/New_York',
    })
    await post('Cardiologist')
    await post('Psychiatrist', { specialty: 'Psychiatry' })
    await tick(due)
    const url = await stopLink(person.email)
    const states = async () => {
      const { alerts } = (await person.get('/api/alerts')).json<{
        alerts: { frequency: string; status: string }[]
      }>()
      return alerts.map(({ frequency, status }) => `${frequency} ${status}`).toSorted()
    }
    for (const token of [
      '',
      'x',
      person.alertId,
      `${Buffer.from(person.alertId).toString('base64url')}.AAAA`,
    ])
      expect((await click(url.replace(/token=[^&]+/, `token=${token}`))).statusCode).toBe(404)
    // Only a POST stops them: scanners follow links.
    expect((await site.get(url)).body).toContain('Stop these job alerts')
    expect(await states()).toEqual(['daily active', 'daily active', 'weekly active'])
    for (const _ of [1, 2]) expect(await answered(click(url))).toEqual([200, { success: true }])
    expect(await states()).toEqual(['daily paused', 'daily paused', 'weekly active'])
    await post('Another Cardiologist')
    await tick(nextDay)
    expect(await subjects(person.email)).toHaveLength(1)
  })

  test('show two jobs of an employer before others of theirs, whichever alert found them', async () => {
    const person = await subscriber({ search: { specialty: 'Cardiology' }, due })
    await another(person, { specialty: 'Psychiatry' })
    for (const number of [1, 2, 3]) {
      const specialty = number < 3 ? 'Cardiology' : 'Psychiatry'
      await post(`Big ${number}`, {
        specialty,
        employer: 'Big System',
        posted_at: new Date(2026, 5, 20 - number),
      })
    }
    await post('Small 1', {
      specialty: 'Psychiatry',
      employer: 'Small Clinic',
      posted_at: new Date(2026, 4, 1),
    })
    await tick(due)
    expect((await mails(person.email))[0]?.text.match(/(?:Big|Small) \d/g)).toEqual([
      'Big 1',
      'Big 2',
      'Small 1',
      'Big 3',
    ])
  })
})

test('a weekly alert collects until Monday', async () => {
  const { email } = await subscriber({ frequency: 'weekly', due: '2026-07-06T11:00:00Z' })
  for (const day of [1, 2, 3]) {
    await post(`Job of day ${day}`)
    await tick(`2026-07-0${day}T12:00:00Z`)
  }
  expect(await subjects(email)).toEqual([])
  await tick('2026-07-06T11:00:30Z')
  expect(await subjects(email)).toEqual(['3 new jobs: All physician jobs'])
})

describe('a job is new', () => {
  const setStatus = (id: string, status: string) =>
    sql`update jobs set status = ${status} where id = ${id}`.execute(site.db)

  test('when it is approved, which an instant alert mails at once, and not when it is reactivated', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    const { id } = await post('Reviewed', { status: 'pending' })
    await tick('2026-07-01T08:00:00Z')
    expect(await mentions(email, 'Reviewed')).toBe(0)
    await setStatus(id, 'active')
    await tick('2026-07-01T08:01:00Z')
    expect(await mentions(email, 'Reviewed')).toBe(1)
    for (const status of ['inactive', 'active', 'expired', 'active']) await setStatus(id, status)
    await tick('2026-07-01T08:02:00Z')
    expect(await mentions(email, 'Reviewed')).toBe(1)
  })

  test('unless it is removed before the mail; reactivated later, it is mailed if nobody was mailed before', async () => {
    const [{ email }, daily] = [
      await subscriber({ frequency: 'instant' }),
      await subscriber({ due }),
    ]
    const { id } = await post('Hidden')
    await setStatus(id, 'inactive')
    await tick('2026-06-30T08:00:00Z')
    expect(await mentions(email, 'Hidden')).toBe(0)
    await setStatus(id, 'active')
    await tick('2026-06-30T08:01:00Z')
    expect(await mentions(email, 'Hidden')).toBe(1)
    // Readers whose mail is due while it is removed hear nothing.
    await setStatus(id, 'removed')
    await tick(due)
    expect(await subjects(daily.email)).toEqual([])
  })
})

test('pausing deletes waiting matches; reactivated, the alert starts with later jobs', async () => {
  const { email, alertId, put } = await subscriber({ due })
  await post('Before')
  await tick('2026-06-30T12:00:00Z')
  await put(`/api/alerts/${alertId}`, { status: 'paused' })
  await post('Meanwhile')
  await tick('2026-06-30T13:00:00Z')
  await put(`/api/alerts/${alertId}`, { status: 'active', frequency: 'instant' })
  await post('After')
  await tick(due)
  expect(
    await Promise.all(['Before', 'Meanwhile', 'After'].map((title) => mentions(email, title))),
  ).toEqual([0, 0, 1])
})
