import { setTimeout as delay } from 'node:timers/promises'
import { callbackify } from 'node:util'
import pg from 'pg'
import { probeOf } from './database.ts'
import { UnavailableError, within, errorCode } from './errors.ts'

/** How often all hosts are asked, and how long one may take to answer. */
const [everyMs, answerMs] = [1_000, 1_500]

/**
 * PostgreSQL counts the promotions of a cluster: a server with a lower timeline than another was
 * left behind by a failover.
 */
type Seen = { standby: boolean; system: string; timeline: number; startedAt: string; known: number }

/**
 * `writable`: what it said last, while it accepts writes; `startedAt` tells two servers from one
 * with two names.
 */
type Host = {
  url: string
  name: string
  probe: pg.Pool
  writable?: Pick<Seen, 'timeline' | 'startedAt'> | undefined
}

/**
 * The servers that `DATABASE_URL` names. Nodes use only the server with the highest timeline that
 * any node has seen, and none while two share that timeline. Nobody can merge the writes of two
 * servers afterwards.
 */
export class Primaries {
  readonly #hosts: Host[]
  readonly #clients = new Map<pg.Client, number>()
  readonly #ending = new AbortController()
  /**
   * A client that goes on to the next host, and then fails, if one is away or may not be written
   * to.
   */
  readonly Client: typeof pg.Client
  #current = 0
  #lastUsed: Host | undefined
  #system: string | undefined
  #highest = 0
  #checking: Promise<void> | undefined

  constructor(urls: readonly string[]) {
    this.#hosts = urls.map((url) => ({
      url,
      name: decodeURIComponent(new URL(url).host),
      probe: probeOf({ connectionString: url }, answerMs),
    }))
    this.Client = this.#clientClass()
  }

  /** Servers that accept writes, as this node sees them. */
  get writable(): number {
    return new Set(this.#hosts.flatMap(({ writable }) => (writable ? [writable.startedAt] : [])))
      .size
  }

  /**
   * Asks all hosts until `close`, so that a failover is noticed also by connections that stay open.
   */
  async watch(): Promise<void> {
    if (this.#hosts.length === 1) return
    while (!this.#ending.signal.aborted) {
      await this.#check()
      await delay(everyMs, undefined, { signal: this.#ending.signal, ref: false }).catch(() => {})
    }
  }

  close(): void {
    this.#ending.abort()
    for (const { probe } of this.#hosts) void probe.end()
  }

  #check(): Promise<void> {
    this.#checking ??= Promise.all(this.#hosts.map((host) => this.#ask(host)))
      .then(() => this.#markThoseLeftBehind())
      .finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #ask(host: Host): Promise<void> {
    const seen = await within(answerMs, look(host.probe)).catch(() => undefined)
    host.writable = undefined
    try {
      if (seen) this.#acceptHost(host, seen)
    } catch {
      // Its connections are gone, and new ones hear the reason.
    }
  }

  /** Tells nodes that do not reach the new primary, and those that start later. */
  async #markThoseLeftBehind(): Promise<void> {
    const left = this.#hosts.filter(({ writable }) => writable && writable.timeline < this.#highest)
    // Its standbys may be gone.
    const mark = `insert into database_timelines (system, timeline)
      select $1, $2 from set_config('synchronous_commit', 'local', true) on conflict do nothing`
    await Promise.all(
      left.map(({ probe }) => probe.query(mark, [this.#system, this.#highest]).catch(() => {})),
    )
  }

  /** @throws {UnavailableError} if it may not be used. */
  #acceptHost(host: Host, { standby, system, timeline, startedAt, known }: Seen): void {
    const { name } = host
    host.writable = standby ? undefined : { timeline, startedAt }
    // A single host may be one that only reads.
    if (standby && this.#hosts.length === 1) return
    if (standby) throw new UnavailableError(`${name} is a standby`)
    this.#system ??= system
    if (system !== this.#system)
      throw new UnavailableError(`${name} is no copy of the other database (system ${system})`)
    this.#highest = Math.max(this.#highest, timeline, known)
    const rivals = new Set(
      this.#hosts.flatMap(({ writable }) =>
        writable?.timeline === this.#highest ? [writable.startedAt] : [],
      ),
    )
    for (const [client, state] of this.#clients)
      if (state < this.#highest || rivals.size > 1) client.connection.stream.destroy()
    if (timeline < this.#highest)
      throw new UnavailableError(
        `${name} was left behind by a failover: its timeline is ${timeline}, the highest ${this.#highest}`,
      )
    if (rivals.size > 1)
      throw new UnavailableError(`${rivals.size} servers accept writes on timeline ${timeline}`)
  }

  async #admit(client: pg.Client, host: Host): Promise<void> {
    const seen = await within(answerMs, look(client))
    // Before another server is written to than before, all are asked.
    if (!seen.standby && this.#hosts.length > 1 && this.#lastUsed !== host) await this.#check()
    this.#acceptHost(host, seen)
    this.#lastUsed = host
    if (seen.standby) return
    this.#clients.set(client, seen.timeline)
    client.once('end', () => this.#clients.delete(client))
  }

  #clientClass(): typeof pg.Client {
    const pick = () => this.#hosts[this.#current] as Host
    const admit = (client: pg.Client, host: Host) => this.#admit(client, host)
    const goOn = (host: Host) => {
      if (pick() === host) this.#current = (this.#current + 1) % this.#hosts.length
    }
    return class PrimaryClient extends pg.Client {
      readonly #host: Host

      constructor(config: pg.ClientConfig) {
        const host = pick()
        super({ ...config, connectionString: host.url })
        this.#host = host
        // The pool listens once it is connected; an error before that, while the host is asked,
        // would end the process.
        this.on('error', () => {})
      }

      override connect(): Promise<pg.Client>
      override connect(callback: (error: Error | null, client: pg.Client) => void): void
      override connect(
        callback?: (error: Error | null, client: pg.Client) => void,
      ): Promise<pg.Client> | void {
        if (!callback) return this.#connect()
        callbackify(() => this.#connect())(callback)
      }

      async #connect(): Promise<pg.Client> {
        try {
          await super.connect()
          await admit(this, this.#host)
          return this
        } catch (error) {
          // The pool forgets it without closing it.
          this.connection.stream.destroy()
          goOn(this.#host)
          throw error
        }
      }
    }
  }
}

/** Some managed services have no such functions. */
const notThere = new Set(['0A000', '42501', '42883'])

async function look(client: Pick<pg.Pool, 'query'>): Promise<Seen> {
  const answer = await client
    .query<Omit<Seen, 'known'>>(
      `select pg_is_in_recovery() as standby, system_identifier::text as system, pg_postmaster_start_time()::text as "startedAt",
        case when pg_is_in_recovery() then 0
          else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint::int end as timeline
        from pg_control_system()`,
    )
    .catch((error: unknown) => {
      if (!notThere.has(errorCode(error) ?? '')) throw error
      return client.query<Omit<Seen, 'known'>>(
        `select pg_is_in_recovery() as standby, '' as system, pg_postmaster_start_time()::text ` +
          'as "startedAt", 0 as timeline',
      )
    })
  const [seen] = answer.rows
  if (!seen) throw new Error('no row')
  if (seen.standby) return { ...seen, known: 0 }
  const { rows } = await client
    .query<{ known: number | null }>(
      'select max(timeline) as known from database_timelines where system = $1',
      [seen.system],
    )
    // Before the migration.
    .catch((error: unknown) => {
      if (errorCode(error) !== '42P01' && errorCode(error) !== '42501') throw error
      return { rows: [] }
    })
  return { ...seen, known: rows[0]?.known ?? 0 }
}
