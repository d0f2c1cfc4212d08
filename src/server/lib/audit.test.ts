import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { checkAuditEntries, recordAudit, verifyAuditLog } from './audit.ts'

async function auditedDatabase(entries: number) {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  await Promise.all(
    Array.from({ length: entries }, (_, index) =>
      recordAudit(db, {
        action: 'test.happened',
        actorId: randomUUID(),
        subject: `thing:${index}`,
        ip: '192.0.2.1',
        detail: { index },
      }),
    ),
  )
  return db
}

const changes = [
  ['changed', sql`update audit_log set detail = '{}'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
] as const

test('concurrent entries form one chain', async () => {
  const db = await auditedDatabase(20)
  expect(await verifyAuditLog(db)).toMatchObject({ checked: 20, broken: null, last: { id: 20 } })
})

test('an empty log is intact', async () => {
  expect(await verifyAuditLog(await auditedDatabase(0))).toEqual({ checked: 0, broken: null, last: null })
})

test.each(changes)('the log cannot be %s', async (_, statement) => {
  const db = await auditedDatabase(1)
  await expect(statement.execute(db)).rejects.toThrow('append-only')
})

test('a role with every right on the table can add entries and change none', async () => {
  const db = await auditedDatabase(1)
  const role = sql.id(`app_${randomUUID().replaceAll('-', '')}`)
  await sql`create role ${role}`.execute(db)
  await sql`grant all on audit_log to ${role}`.execute(db)
  const asRole = (statement: RawBuilder<unknown>) =>
    db.transaction().execute(async (transaction) => {
      await sql`set local role ${role}`.execute(transaction)
      await statement.execute(transaction)
    })
  await asRole(sql`insert into audit_log (action, detail) values ('test.happened', '{}')`)
  for (const [, statement] of changes) await expect(asRole(statement)).rejects.toThrow('append-only')
  await expect(asRole(sql`alter table audit_log disable trigger user`)).rejects.toThrow('must be owner')
  expect(await verifyAuditLog(db)).toMatchObject({ checked: 2, broken: null })
  await sql`drop owned by ${role}`.execute(db)
  await sql`drop role ${role}`.execute(db)
})

test('a session in replica mode cannot change entries either', async () => {
  const db = await auditedDatabase(1)
  for (const [, statement] of changes) {
    const posing = db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await statement.execute(transaction)
    })
    await expect(posing).rejects.toThrow('append-only')
  }
})

test.each([
  ['a changed entry', sql`update audit_log set subject = 'thing:else' where id = 3`, 3],
  ['a missing entry', sql`delete from audit_log where id = 3`, 4],
  ['a missing beginning', sql`delete from audit_log where id = 1`, 2],
])('%s shows, even if the database was talked out of refusing it', async (_, statement, broken) => {
  const db = await auditedDatabase(5)
  await sql`alter table audit_log disable trigger user`.execute(db)
  await statement.execute(db)
  expect(await verifyAuditLog(db)).toMatchObject({ broken })
})

test('the log is verified in parts, each from the end of the last one', async () => {
  const db = await auditedDatabase(5)
  const first = await checkAuditEntries(db, null, 3)
  expect(first).toMatchObject({ checked: 3, broken: null, last: { id: 3 } })
  expect(await checkAuditEntries(db, first.last, 3)).toMatchObject({ checked: 2, broken: null, last: { id: 5 } })
  expect(await checkAuditEntries(db, { id: 3, hash: '00' }, 3)).toMatchObject({ broken: 4 })
})
