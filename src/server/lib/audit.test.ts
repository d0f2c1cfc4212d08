import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { findBrokenAuditEntry, recordAudit } from './audit.ts'

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

test('entries written at once form one chain', async () => {
  const db = await auditedDatabase(20)
  expect(await findBrokenAuditEntry(db)).toBeUndefined()
})

test.each([
  ['changed', sql`update audit_log set detail = '{}'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
])('the log cannot be %s', async (_, statement) => {
  const db = await auditedDatabase(1)
  await expect(statement.execute(db)).rejects.toThrow('append-only')
})

test.each([
  ['a changed entry', sql`update audit_log set subject = 'thing:else' where id = 3`, 3],
  ['a missing entry', sql`delete from audit_log where id = 3`, 4],
])('%s shows, even if the database was talked out of refusing it', async (_, statement, broken) => {
  const db = await auditedDatabase(5)
  await sql`alter table audit_log disable trigger user`.execute(db)
  await statement.execute(db)
  expect(await findBrokenAuditEntry(db)).toBe(broken)
})
