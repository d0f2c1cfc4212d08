import type { Db } from '#platform/server/database.ts'
import { jobPath } from '#shared/paths.ts'
import { selectKeptJob } from './queries.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The job that another one was merged into. */
export const findKeptJob = async (db: Db, jobId: string): Promise<string | undefined> =>
  uuid.test(jobId) ? selectKeptJob(db, jobId) : undefined

/** The new path of a merged job's page. */
export async function findMovedPage(db: Db, path: string): Promise<string | undefined> {
  const id = /^\/jobs\/([^/]+)$/.exec(path)?.[1]
  const keptId = id === undefined ? undefined : await findKeptJob(db, id)
  return keptId && jobPath(keptId)
}
