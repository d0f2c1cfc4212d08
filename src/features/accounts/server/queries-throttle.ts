import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

/** How many attempts are free, and how the pauses after them grow. */
export type Throttle = { key: string; free: number }

const firstPauseSeconds = 15
const longestPauseSeconds = 15 * 60
/** After so long without an attempt counting begins anew. */
const forgetAfterMinutes = 60

/**
 * Counts an attempt, before it is known whether it fails, so that many at once are many. Within a pause nothing is counted.
 * @returns the seconds to wait, or zero.
 */
export async function countAttempt(db: Db, { key, free }: Throttle): Promise<number> {
  const pause = sql`
    case when sign_in_failures.failures < ${free} then interval '0'
    else least(power(2, least(sign_in_failures.failures - ${free}, 20)) * ${firstPauseSeconds}, ${longestPauseSeconds}) * interval '1 second' end
  `
  const counted = await sql`
    insert into sign_in_failures (key, failures, last_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case
        when sign_in_failures.last_at < now() - ${forgetAfterMinutes} * interval '1 minute' then 1
        else sign_in_failures.failures + 1
      end,
      last_at = now()
    where sign_in_failures.last_at + ${pause} <= now()
    returning failures
  `.execute(db)
  if (counted.rows.length > 0) return 0
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from last_at + ${pause} - now()))::int as seconds from sign_in_failures where key = ${key}
  `.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await sql`delete from sign_in_failures where key = ${key}`.execute(db)
}

/** Takes one attempt back, where others have their own reasons to be counted. */
export async function forgiveAttempt(db: Db, key: string): Promise<void> {
  await sql`update sign_in_failures set failures = greatest(failures - 1, 0) where key = ${key}`.execute(db)
}
