import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { publicUrl } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { sendDigests } from './digests.ts'
import { due, mentions, nextDay, post, site, subjects, subscriber, tick, emptyBoard } from '#test/alert-digests.ts'
import { mailNewJobs } from './tasks.ts'

const links = { publicUrl, secrets: ['x'.repeat(32)] } as const

emptyBoard()

describe('nothing is lost, and nothing sent twice', () => {
  test('when a job’s transaction takes longer than the digest', async () => {
    const { email } = await subscriber({ frequency: 'instant' })
    const slow = await site.db.startTransaction().execute()
    await addJobs(slow, [jobRow({ title: 'Slow' })])
    await post('Fast')
    await tick('2026-07-01T08:00:00Z')
    const mentioned = () => Promise.all(['Slow', 'Fast'].map((it) => mentions(email, it)))
    expect(await mentioned()).toEqual([0, 1])
    await slow.commit().execute()
    await tick('2026-07-01T08:01:00Z')
    expect(await mentioned()).toEqual([1, 1])
  })

  test('when two workers do the same at once', async () => {
    const people = [await subscriber({ frequency: 'instant' }), await subscriber({ due }), await subscriber({ due })]
    for (let number = 0; number < 20; number++) await post(`Job ${number}`)
    await Promise.all([1, 2, 3].map(() => mailNewJobs(site.db, new Date(due))))
    const ids = people.map((person) => person.alertId)
    await Promise.all([1, 2, 3].map(() => sendDigests(site.db, links, ids, new Date(due))))
    await runTasks(site)
    for (const { email } of people) expect(await subjects(email)).toEqual(['20 new jobs: All physician jobs'])
  })

  test('when mailing breaks off in the middle', async () => {
    const people = [await subscriber({ due }), await subscriber({ due }), await subscriber({ due })]
    await post('First')
    await mailNewJobs(site.db, new Date(due))
    const broken = await breakOff('mails', 3)
    const ids = people.map((person) => person.alertId)
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

  test('when the node stops while jobs are matched', async () => {
    const [instant, daily] = [await subscriber({ frequency: 'instant' }), await subscriber({ due })]
    await post('First')
    await mailNewJobs(site.db, new Date(due), { stopping: AbortSignal.abort() })
    await runTasks(site)
    expect([await subjects(instant.email), await subjects(daily.email)]).toEqual([[], []])
    await tick(due)
    await tick(nextDay)
    for (const { email } of [instant, daily]) expect(await mentions(email, 'First')).toBe(1)
  })

  /** Makes the table refuse rows from the given one on, as if the process had died there. */
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

  test('when a stored search has an old version', async () => {
    const { email } = await subscriber({ search: { specialty: 'Cardiology' }, due })
    await sql`update job_alerts set stored = '{"query": "bygone"}', stored_version = '0'`.execute(site.db)
    await post('First')
    await tick(due)
    expect(await mentions(email, 'First')).toBe(1)
  })
})
