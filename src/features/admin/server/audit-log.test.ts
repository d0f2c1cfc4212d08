import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '#platform/server/audit.ts'
import { appForFile } from '#test/app.ts'
import { signIn, signInForFile } from '#test/sign-in.ts'
import type { AuditEntryView } from '../contract-audit.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })
const admin = signInForFile(app, 'admin', {
  firstName: 'Root',
  lastName: 'Admin',
  email: 'root@board.test',
})
const person = signInForFile(app, 'physician', {
  firstName: '=cmd()',
  lastName: 'Example',
  email: 'person@mail.test',
})

type Page = { entries: AuditEntryView[]; next: number | null; actions: string[] }
const list = async (query = '') => (await admin.get(`/api/admin/audit?${query}`)).json<Page>()
const actionsOf = async (query: string) => (await list(query)).entries.map((entry) => entry.action)
const happened = (entry: Partial<Parameters<typeof recordAudit>[1]>) =>
  recordAudit(app.db, { action: 'filters.happened', actorId: null, ...entry })

describe('entries are found', () => {
  beforeAll(async () => {
    await happened({ action: 'filters.began', actorId: person.user.id, ip: '192.0.2.7' })
    await happened({
      action: 'filters.went-on',
      actorId: admin.user.id,
      subject: `user:${person.user.id}`,
      ip: '2001:db8::7',
    })
    await happened({ action: 'others.happened', subject: 'setting:posting-policies' })
  })

  // 25 hours apart, so that their days always differ.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  /** In place of a zone in braces stands the day there on which it happened. */
  async function withDays(query: string): Promise<string> {
    const [began] = (await list('action=filters.began')).entries
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(began?.at ?? ''))
    return query.replaceAll(/\{(.+?)\}/g, (_, zone: string) => dayIn(zone))
  }
  test.each([
    ['action=filters', ['filters.went-on', 'filters.began']],
    ['action=filters.began', ['filters.began']],
    ['action=no-group', []],
    ['actor=person@mail.test', ['filters.began']],
    ['actor=Nobody@mail.test', []],
    ['subject=PERSON@mail.test', ['filters.went-on']],
    ['subject=setting:posting-policies', ['others.happened']],
    ["subject=setting:'; drop table users", []],
    ['address=192.0.2.', ['filters.began']],
    ['address=2001:DB8', ['filters.went-on']],
    ['address=%25', []],
    [`action=filters&from={UTC}&to={UTC}`, ['filters.went-on', 'filters.began']],
    ['to=2020-01-01', []],
    ['from=2999-01-01', []],
    [
      `action=filters&from={${east}}&to={${east}}&zone=${east}`,
      ['filters.went-on', 'filters.began'],
    ],
    [`action=filters&from={${east}}&zone=${west}`, []],
    [
      `action=filters&from={${west}}&to={${west}}&zone=${west}`,
      ['filters.went-on', 'filters.began'],
    ],
    [`action=filters&to={${west}}&zone=${east}`, []],
    [`action=filters&from={UTC}&to={UTC}&zone=Mars/Base`, ['filters.went-on', 'filters.began']],
    // An invalid day is ignored.
    ['action=filters&from=yesterday', ['filters.went-on', 'filters.began']],
  ])('%s', async (query, expected) => {
    expect(await actionsOf(await withDays(query))).toEqual(expected)
  })

  test('with the current names of actor and subject', async () => {
    const [entry] = (await list('action=filters.went-on')).entries
    expect(entry).toMatchObject({
      actor: { id: admin.user.id, name: 'Root Admin', email: 'root@board.test' },
      subject: { kind: 'user', id: person.user.id, person: { email: 'person@mail.test' } },
      ip: '2001:db8::7',
    })
    expect((await list()).actions).toEqual(
      expect.arrayContaining(['filters.began', 'filters.went-on', 'others.happened']),
    )
  })

  test('by ids of deleted people', async () => {
    const gone = await signIn(app, 'physician')
    await happened({ actorId: gone.user.id, subject: `user:${gone.user.id}` })
    await sql`delete from users where id = ${gone.user.id}`.execute(app.db)
    const { entries } = await list(`subject=${gone.user.id}`)
    expect(entries).toMatchObject([{ actor: { id: gone.user.id, name: null, email: null } }])
  })

  test('in pages, each entry once', async () => {
    await sql`
      insert into audit_log (action, detail) select 'pages.happened', jsonb_build_object('index', n) from generate_series(0, 59) n
    `.execute(app.db)
    const first = await list('action=pages')
    expect([first.entries.length, first.next]).toEqual([50, first.entries.at(-1)?.id])
    await happened({ action: 'pages.happened' })
    const second = await list(`action=pages&before=${first.next}`)
    expect([second.entries.length, second.next]).toEqual([10, null])
    expect(second.entries.at(-1)?.detail).toEqual({ index: 0 })
  })
})

test('the export has all matching entries, no formula, and is itself recorded', async () => {
  await sql`
    insert into audit_log (action, actor_id, detail) select 'export.happened', ${person.user.id}::uuid, '{}' from generate_series(1, 1200)
  `.execute(app.db)
  const file = await admin.get('/admin/audit.csv?action=export&actor=person@mail.test')
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toContain('audit-log.csv')
  const rows = parse(file.body, { bom: true, columns: true })
  expect(rows).toHaveLength(1200)
  expect(rows[0]).toMatchObject({
    Action: 'export.happened',
    Actor: person.user.id,
    'Actor’s name': "'=cmd() Example",
  })
  // People are recorded by id only.
  const detail = { filter: { actions: ['export.happened'], actorId: person.user.id } }
  const [entry] = (await list()).entries
  expect(entry).toMatchObject({
    action: 'admin.audit-exported',
    actor: { id: admin.user.id },
    detail,
  })
})
