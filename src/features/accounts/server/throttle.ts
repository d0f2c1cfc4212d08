import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { networksOf } from '#platform/server/http/networks.ts'
import { isEqual, type Secrets } from '#platform/server/secret.ts'

const freePerAccount = 10
const freePerAddress = 50
/** An IPv6 /48 has room for many households. */
const freePerSite = 200
const passwordPauses: Pauses = { longestSeconds: 15 * 60, forgetHours: 1 }

/**
 * A code has six digits only: guesses are remembered for a month, and become one a day.
 * docs/security.md has the sums.
 */
const codePauses: Pauses = { longestSeconds: 24 * 60 * 60, forgetHours: 30 * 24 }
const freeCodesPerNetwork = 10
const freeCodesPerSite = 20
/** From many networks together, so that nobody uses up the owner's from one. */
const freeCodesPerAccount = 100

/**
 * What is guessed at beside passwords: a code after a password or a provider, after a mailed link,
 * and within a session. Each has counts of its own, so who knows the password blocks no other way.
 * Recovery codes have 80 bits, and are counted by network alone.
 */
export type CodeScope = 'code' | 'code-by-mail' | 'code-in-session' | 'recovery-code'

/** Who tries to prove that an account is theirs, and from where. */
export type Attempt = {
  account: Account
  ip: string
  /** The device mark that the browser sent. */
  device: string | undefined
  /** What is guessed; without it, the password. */
  scope?: CodeScope | undefined
}

type Account = { email: string; device_epoch: number }

/**
 * Each failed attempt makes the next wait longer, per account and per network. Browsers in which
 * the account's owner has signed in carry a device mark, and are counted by that alone: guesses of
 * strangers, even behind the same address, never slow them down.
 */
export class SignInThrottle {
  readonly #db: Db
  readonly #secrets: Secrets

  constructor(db: Db, secrets: Secrets) {
    this.#db = db
    this.#secrets = secrets
  }

  /**
   * Counts an attempt. @returns the seconds to wait before the next one, or zero if this one may be
   * made.
   */
  async attempt(attempt: Attempt): Promise<number> {
    for (const throttle of this.#throttles(attempt)) {
      const seconds = await countAttempt(this.#db, throttle)
      if (seconds > 0) return seconds
    }
    return 0
  }

  /**
   * Takes the attempt back. What others guessed stays counted: from here on this browser has a mark
   * of its own.
   */
  async succeeded(attempt: Attempt): Promise<void> {
    for (const { key, isOwn } of this.#throttles(attempt)) {
      if (isOwn) await forgetAttempts(this.#db, key)
      else await forgiveAttempt(this.#db, key)
    }
  }

  /** The mark of a browser in which this account has been signed in to. */
  markDevice(account: Account): string {
    const id = randomBytes(16).toString('base64url')
    return deviceMark(this.#secrets[0], id, account)
  }

  /** Networks first, so that an address that must wait does not add to the account's count. */
  #throttles({ account, ip, device, scope }: Attempt): Throttle[] {
    const [address = ip, site] = networksOf(ip)
    const passwords = (key: string, free: number, isOwn = false): Throttle => ({
      key,
      free,
      isOwn,
      pauses: passwordPauses,
    })
    // Only its owner has a right code, so one takes all guesses back.
    const codes = (origin: string, free: number): Throttle => ({
      key: `code:${digest(`${scope}\n${account.email}\n${origin}`)}`,
      free,
      isOwn: true,
      pauses: codePauses,
    })
    const known = this.knows(device, account) ? device : undefined
    const email = digest(account.email)
    if (scope === undefined && known !== undefined)
      return [passwords(`device:${digest(known)}:${email}`, freePerAccount, true)]
    if (scope !== undefined && scope !== 'recovery-code' && known !== undefined)
      return [codes(known, freeCodesPerNetwork)]
    const networks = [passwords(`address:${address}`, freePerAddress)]
    if (site !== undefined) networks.push(passwords(`address:${site}`, freePerSite))
    if (scope === 'recovery-code') return networks
    if (scope === undefined) return [...networks, passwords(`account:${email}`, freePerAccount)]
    return [
      ...networks,
      codes(address, freeCodesPerNetwork),
      ...(site === undefined ? [] : [codes(site, freeCodesPerSite)]),
      codes('all networks', freeCodesPerAccount),
    ]
  }

  /** Whether the account's owner has signed in in this browser. */
  knows(device: string | undefined, account: Account): device is string {
    if (device === undefined) return false
    const [id = ''] = device.split('.')
    return this.#secrets.some((secret) =>
      isEqual(Buffer.from(device), Buffer.from(deviceMark(secret, id, account))),
    )
  }
}

function deviceMark(secret: string, id: string, { email, device_epoch: epoch }: Account) {
  // Marks from before the first epoch carry none.
  const text = epoch === 0 ? `device:${id}:${email}` : `device:${id}:${email}:${epoch}`
  return `${id}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What is counted, how many attempts are free, and whether a success takes all of them back. */
type Throttle = { key: string; free: number; isOwn: boolean; pauses: Pauses }

const firstPauseSeconds = 15
/** The longest pause, and the time without an attempt after which the count starts again. */
type Pauses = { longestSeconds: number; forgetHours: number }

/**
 * Counts an attempt, before it is known whether it fails, so that many at once are many. Within a
 * pause nothing is counted. A free attempt never waits: `now()` is when its statement began, which
 * can be before the `last_at` of one that ran beside it.
 * @returns the seconds to wait, or zero.
 */
async function countAttempt(
  db: Db,
  { key, free, pauses: { longestSeconds, forgetHours } }: Throttle,
) {
  const pause = sql`
    case when sign_in_failures.failures < ${free} then interval '0'
    else least(power(2, least(sign_in_failures.failures - ${free}, 20)) * ${firstPauseSeconds},
      ${longestSeconds}) * interval '1 second' end
  `
  const counted = await sql`
    insert into sign_in_failures (key, failures, last_at) values (${key}, 1, now())
    on conflict (key) do update set
      failures = case
        when sign_in_failures.last_at < now() - ${forgetHours} * interval '1 hour' then 1
        else sign_in_failures.failures + 1
      end,
      last_at = greatest(sign_in_failures.last_at, now())
    where sign_in_failures.failures < ${free} or sign_in_failures.last_at + ${pause} <= now()
    returning failures
  `.execute(db)
  if (counted.rows.length > 0) return 0
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from last_at + ${pause} - now()))::int as seconds
      from sign_in_failures where key = ${key}
  `.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

const forgetAttempts = (db: Db, key: string) =>
  sql`delete from sign_in_failures where key = ${key}`.execute(db)

/** Takes one attempt back, where others have their own reasons to be counted. */
const forgiveAttempt = (db: Db, key: string) =>
  sql`update sign_in_failures set failures = greatest(failures - 1, 0) where key = ${key}`.execute(
    db,
  )
