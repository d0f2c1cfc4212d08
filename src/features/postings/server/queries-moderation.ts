import { sql } from 'kysely'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { PostingChannel } from '../model.ts'
import type { PostingsTables } from './tables.ts'

const tables = (db: Db) => db.withTables<PostingsTables>()

type Range = { limit: number; offset: number }

export const findPending = (
  db: Db,
  { channels, limit, offset }: Range & { channels: readonly PostingChannel[] },
): Promise<JobRow[]> =>
  tables(db)
    .selectFrom('jobs')
    .selectAll()
    .where('status', '=', sql.lit('pending'))
    .where('channel', 'in', channels)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const findUnread = (db: Db, { limit, offset }: Range): Promise<(JobRow & { since: Date })[]> =>
  tables(db)
    .selectFrom('unread_postings')
    .innerJoin('jobs', 'jobs.id', 'unread_postings.job_id')
    .selectAll('jobs')
    .select('unread_postings.since')
    .where('jobs.status', '=', sql.lit('active'))
    .orderBy('unread_postings.since')
    .orderBy('jobs.id')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countPending(db: Db): Promise<number> {
  const { n } = await tables(db)
    .selectFrom('jobs')
    .where('status', '=', sql.lit('pending'))
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countUnread(db: Db): Promise<number> {
  const { n } = await tables(db)
    .selectFrom('unread_postings')
    .innerJoin('jobs', 'jobs.id', 'unread_postings.job_id')
    .where('jobs.status', '=', sql.lit('active'))
    .select(sql<string>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const findPostingsById = async (db: Db, ids: readonly string[]): Promise<JobRow[]> =>
  ids.length === 0 ? [] : tables(db).selectFrom('jobs').selectAll().where('id', 'in', ids).execute()
