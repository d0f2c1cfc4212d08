import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { AppError } from '#shared/errors.ts'
import { findPosting, lockPosting } from './queries.ts'
import type { Scope } from './scope.ts'

/** One posting that the scope reaches; null as id for the only one of a manage link. */
export async function requirePosting(db: Db, scope: Scope, id: string | null): Promise<JobRow> {
  return (isId(id) ? await findPosting(db, scope, id) : undefined) ?? missing()
}

/** The same, for a transaction that changes it. */
export async function requireLocked(trx: Db, scope: Scope, id: string | null): Promise<JobRow> {
  return (isId(id) ? await lockPosting(trx, scope, id) : undefined) ?? missing()
}

/** What is no UUID, PostgreSQL would complain about. */
export const isId = (id: string | null): boolean => id === null || uuid.test(id)
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function missing(): never {
  throw new AppError('NOT_FOUND', "Job posting not found or you don't have permission to edit it.")
}
