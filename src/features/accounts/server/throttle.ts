import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/lib/database.ts'
import { countAttempt, forgetAttempts, forgiveAttempt } from './queries-throttle.ts'
import type { Throttle } from './queries-throttle.ts'

const freePerAccount = 10
const freePerAddress = 50

/**
 * Who guesses passwords waits ever longer, per account and per address. Browsers in which an account was signed in to before
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
