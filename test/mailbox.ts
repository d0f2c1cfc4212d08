import { CompiledQuery, sql } from 'kysely'
import { PgBoss, type JobWithMetadata } from 'pg-boss'
import { findMails } from '#platform/server/mail/queries.ts'
import type { MailAddress } from '#platform/server/mail/content.ts'
import { openLocalStorage } from '#platform/server/storage/open-storage.ts'
import { openSmtp } from '#platform/server/mail/delivery.ts'
import { runTasks as runFetched, openBoss } from '#platform/server/tasks/worker.ts'
import type { TaskHandler } from '#platform/server/tasks/task.ts'
import { backgroundTasks } from '#app/server/worker.ts'
import type { TestApp } from './app.ts'
import type { TestDatabase } from './database.ts'

type Tested = Pick<TestApp, 'db' | 'settings'> & Partial<Pick<TestApp, 'serverDb' | 'storage'>>

/**
 * Runs every due task, and those they enqueue, until none is left. A failed task waits for its
 * retry; `makeTasksDue` brings it forward. A `stopping` node finishes its tasks and starts no more.
 */
export async function runTasks(
  { db, serverDb = db, settings, storage = openLocalStorage(settings.dataDir) }: Tested,
  { stopping }: { stopping?: AbortSignal } = {},
): Promise<void> {
  const transport = settings.smtpUrl === undefined ? null : openSmtp(settings.smtpUrl)
  try {
    await runTasksWith(
      { db },
      backgroundTasks({ settings, db: serverDb, storage, transport, log: silent }),
      stopping,
    )
  } finally {
    transport?.close()
  }
}

/** The same with other handlers. */
export async function runTasksWith(
  { db }: Pick<TestDatabase, 'db'>,
  handlers: TaskHandler[],
  stopping = new AbortController().signal,
): Promise<void> {
  // Of its own it would open a connection each time.
  const executeSql = async (text: string, values: unknown[] = []) =>
    db.executeQuery(CompiledQuery.raw(text, values))
  const boss = await new PgBoss({
    db: { executeSql },
    migrate: false,
    supervise: false,
    schedule: false,
  }).start()
  try {
    // A round may have enqueued more tasks.
    while ((await runRound(boss, handlers, stopping)) && !stopping.aborted);
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function runRound(
  boss: PgBoss,
  handlers: TaskHandler[],
  stopping: AbortSignal,
): Promise<boolean> {
  let found = false
  const due = await dueTasks(boss)
  for (const handler of handlers.filter((handler) => due.has(handler.task.name))) {
    const jobs = await boss.fetch<unknown>(handler.task.name, {
      includeMetadata: true,
      batchSize: 100,
    })
    if (jobs.length === 0) continue
    found = true
    await settle(boss, handler, jobs, stopping)
  }
  return found
}

/** One query for all queues. */
async function dueTasks(boss: PgBoss): Promise<Set<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select distinct name from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
    )
  return new Set(rows.map((row: { name: string }) => row.name))
}

async function settle(
  boss: PgBoss,
  handler: TaskHandler,
  jobs: JobWithMetadata<unknown>[],
  stopping: AbortSignal,
): Promise<void> {
  for (const { id, status, output } of await runFetched(handler, jobs, { stopping, log: silent })) {
    if (status === 'completed') await boss.complete(handler.task.name, id)
    // pg-boss offers no way to mark a task as dead without a worker.
    if (status === 'deadletter')
      await boss.getDb().executeSql(`update pgboss.job set retry_limit = 0 where id = '${id}'`)
    if (status !== 'completed') await boss.fail(handler.task.name, id, output)
  }
}

/** Makes every waiting task due, such as a retry. */
export async function makeTasksDue({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`.execute(
    db,
  )
  await sql`update mails set due_at = now() where due_at > now()`.execute(db)
}

/** Runs every waiting task, also one that is to run later. */
export async function runLaterTasks(site: Tested): Promise<void> {
  await makeTasksDue(site)
  await runTasks(site)
}

/** Tasks with a failed attempt. */
export async function failedTasks({ db }: Pick<TestDatabase, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where state in ('retry', 'failed') or retry_count > 0
  `.execute(db)
  return rows.map((row) => row.name)
}

/** What pg-boss does a minute after a worker died: its tasks are put back. */
export async function noticeDeadWorkers({
  db,
  connection,
}: Pick<TestDatabase, 'db' | 'connection'>): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`.execute(
    db,
  )
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
  const boss = await openBoss(connection, { log: console, supervise: false, schedule: false })
  await boss.supervise()
  await boss.stop({ graceful: false })
}

export type SentMail = {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  replyTo: MailAddress | null
}

/** The mails to an address, the oldest first. */
export const mailsTo = (site: Pick<TestDatabase, 'db'>, address: string): Promise<SentMail[]> =>
  selected(site, address, ['sent'])

/** The same before they are delivered. */
export const writtenTo = (site: Pick<TestDatabase, 'db'>, address: string): Promise<SentMail[]> =>
  selected(site, address, ['sent', 'queued'])

async function selected(
  { db }: Pick<TestDatabase, 'db'>,
  address: string,
  states: string[],
): Promise<SentMail[]> {
  const mails = await findMails(db, { to: address, limit: 1000 })
  return mails
    .filter((mail) => states.includes(mail.state))
    .toReversed()
    .map(({ subject, text, html, headers, reply_to }) => ({
      subject,
      text,
      html,
      headers,
      replyTo: reply_to,
    }))
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }
