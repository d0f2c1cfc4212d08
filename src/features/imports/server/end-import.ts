import { administratorAddresses } from '#features/accounts/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { importSourcePath } from '#shared/paths.ts'
import { switchedOffMail } from './emails/import-mails.ts'
import { endRun, findLostRuns } from './queries-runs.ts'
import type { RunRow } from './queries-runs.ts'
import { countFailure, forgetFailures, switchOff } from './queries-schedule.ts'
import type { RunEnd } from './run-import.ts'
import { runImportTask } from './run-import-task.ts'

/** For links that leave the site. */
export type Links = { publicUrl: string }

/** So many failures in a row are no accident any more. */
const failuresUntilOff = 5

/** Ends a run, and keeps count of its source's failures: the fifth in a row is the last that happens by itself. */
export async function endImport(db: Db, links: Links, id: string, end: Pick<RunEnd, 'status' | 'message'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await endRun(trx, id, end)
    if (!run?.source_id) return
    if (end.status === 'finished') return forgetFailures(trx, run.source_id)
    const failures = await countFailure(trx, run.source_id)
    if (failures >= failuresUntilOff && (await switchOff(trx, run.source_id)))
      await mailAdministrators(trx, links, run, end.message)
  })
}

/** Ends the runs whose worker died once too often to be tried again: nobody else would. */
export async function endLostImports(db: Db, links: Links): Promise<void> {
  for (const id of await findLostRuns(db, runImportTask.name)) await endImport(db, links, id, givenUp)
}

/** What went wrong is in the task, for whoever runs the site. */
export const givenUp = { status: 'failed', message: 'The import failed for a reason of our own.' } as const

async function mailAdministrators(trx: Db, { publicUrl }: Links, run: RunRow, reason: string): Promise<void> {
  const content = switchedOffMail({
    source: run.source,
    failures: failuresUntilOff,
    reason,
    href: `${publicUrl}${importSourcePath(run.source_id ?? '')}`,
  })
  for (const to of await administratorAddresses(trx)) {
    await enqueueMail(trx, { cause: `import-switched-off:${run.id}:${to}`, to, content })
  }
}
