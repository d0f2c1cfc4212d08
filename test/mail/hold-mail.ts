// A worker that delivers mail until it is killed: node test/mail/hold-mail.ts <connection as JSON>
// <SMTP_URL>
import type { PoolConfig } from 'pg'
import { openDatabase } from '#platform/server/database.ts'
import { mailTasks, openSmtp } from '#platform/server/mail/delivery.ts'
import { setMailIdentity } from '#platform/server/mail/render.ts'
import { startWorker } from '#platform/server/tasks/worker.ts'

const identity = {
  name: 'Board',
  publicUrl: 'https://board.test',
  operator: 'The operator',
  postalAddress: null,
}
setMailIdentity({ ...identity, colors: { light: '#000000', dark: '#ffffff' } })

const connection = JSON.parse(process.argv[2] ?? '') as PoolConfig
const handlers = mailTasks({
  db: openDatabase(connection),
  transport: openSmtp(process.argv[3] ?? ''),
  from: { address: 'no-reply@board.test' },
  secrets: ['x'.repeat(32)],
  keepBodies: false,
  log: console,
})
await startWorker({ connection, handlers, log: console })
