import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

const freePerAccount = 10
const freePerAddress = 50

/**
 * Each failed attempt makes the next wait longer, per account and per address. Browsers in which an account was signed in to before
 * carry a mark, and are counted apart: so a stranger's guesses never lock the account's owner out of their own browser.
 */
export class SignInThrottle {
  readonly #db: Db
  readonly #secret: string

  constructor(db: Db, secret: string) {
    this.#db = db
    this.#secret = secret
  }

  /** Counts an attempt. @returns the seconds to wait before the next one, or zero if this one may be made. */
  async attempt(email: string, ip: string, device: string | undefined): Promise<number> {
    for (const throttle of this.#throttles(email, ip, device)) {
      const seconds = await countAttempt(this.#db, throttle)
      if (seconds > 0) return seconds
    }
    return 0
  }

  async succeeded(email: string, ip: string, device: string | undefined): Promise<void> {
    const [account, address] = this.#throttles(email, ip, device)
    await forgetAttempts(this.#db, account.key)
    await forgiveAttempt(this.#db, address.key)
  }

  /** The mark of a browser in which this account has been signed in to. */
  markDevice(email: string): string {
    const id = randomBytes(16).toString('base64url')
    return `${id}.${this.#signature(id, email)}`
  }

  #throttles(email: string, ip: string, device: string | undefined): [Throttle, Throttle] {
    const account = digest(email)
    return [
      {
        key: this.#knows(device, email) ? `device:${digest(device ?? '')}:${account}` : `account:${account}`,
        free: freePerAccount,
      },
      { key: `address:${ip}`, free: freePerAddress },
    ]
  }

  #knows(device: string | undefined, email: string): boolean {
    const [id = '', signature = ''] = device?.split('.') ?? []
    const expected = Buffer.from(this.#signature(id, email))
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #signature(id: string, email: string): string {
    return createHmac('sha256', this.#secret).update(`device:${id}:${email}`).digest('base64url')
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** How many attempts are free, and how the pauses after them grow. */
type Throttle = { key: string; free: number }

const firstPauseSeconds = 15
const longestPauseSeconds = 15 * 60
/** After this long without an attempt the count starts again. */
const forgetAfterMinutes = 60

/**
 * Counts an attempt, before it is known whether it fails, so that many at once are many. Within a pause nothing is counted.
 * A free attempt never waits: `now()` is when its statement began, which can be before the `last_at` of one that ran beside it.
 * @returns the seconds to wait, or zero.
 */
async function countAttempt(db: Db, { key, free }: Throttle): Promise<number> {
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
      last_at = greatest(sign_in_failures.last_at, now())
    where sign_in_failures.failures < ${free} or sign_in_failures.last_at + ${pause} <= now()
    returning failures
  `.execute(db)
  if (counted.rows.length > 0) return 0
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from last_at + ${pause} - now()))::int as seconds from sign_in_failures where key = ${key}
  `.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

async function forgetAttempts(db: Db, key: string): Promise<void> {
  await sql`delete from sign_in_failures where key = ${key}`.execute(db)
}

/** Takes one attempt back, where others have their own reasons to be counted. */
async function forgiveAttempt(db: Db, key: string): Promise<void> {
  await sql`update sign_in_failures set failures = greatest(failures - 1, 0) where key = ${key}`.execute(db)
}
