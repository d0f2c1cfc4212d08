import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { isUnavailable, openDatabase, requestLimits, UnavailableError, type Db } from './database.ts'
import { errorCode, StartError } from './start-error.ts'

/** A position in the write-ahead log, in bytes: what `pg_lsn` counts. */
export type Position = number

/** Runs a read, on a replica where one is current. The reads of one reader never go back in time. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** A reader for a request. A signed-in viewer reads everything that was committed before the request. */
export type Reads = (request: Pick<FastifyRequest, 'viewer'>) => Reader

export type ReplicaStatus = {
  /** Host and port. */
  name: string
  inUse: boolean
  /** Why it is left out. */
  problem?: string
  /** Age of the oldest change that it lacks; undefined while it does not answer. */
  lagSeconds?: number
  lagBytes?: number
  reads: number
  /** Reads that failed on it and ran on the primary. */
  retries: number
}

/** How often positions are compared, and how long a server may take to answer. An absent replica is noticed within their sum. */
const [everyMs, answerMs] = [250, 500]
/** After a change, replicas are asked this soon whether they have it. */
const soonMs = 5
/** A replica that lags more is left out, also without a change that this node was notified of. */
const maxLagMs = 1_000
const maxSamples = 1_000
/** A longer statement runs again on the primary. */
const statementMs = 10_000

const position = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::float8`
/** For a select on the primary; null on a server in recovery. The write position may be behind a commit that others see already. */
export const primaryPosition = `case when not pg_is_in_recovery() then ${position('pg_current_wal_insert_lsn()')} end`
const replayedPosition = `case when pg_is_in_recovery() then ${position('pg_last_wal_replay_lsn()')} end`
const identity = `(select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database())`

type Replica = {
  name: string
  connection: pg.PoolConfig
  db: Db
  probe: Probe
  /** Undefined while it is left out. */
  position: Position | undefined
  /** What it said last, also while it is left out. */
  replayed: Position | undefined
  problem: string | undefined
  /** Positions of the primary that it has not replayed yet, the oldest first. */
  missing: { at: number; position: Position }[]
  lagBytes: number
  /** Ends the reads that are under way. */
  underWay: Set<(reason: Error) => void>
  reads: number
  retries: number
}

/**
 * Reads from standbys. After each change that this node is notified of, a replica is used again only once it has replayed that change;
 * otherwise an answer that the change removed from the cache could be made anew from the former state, and cached.
 */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #primary: Probe
  /** What replicas must have replayed; undefined until the primary's position after the last notification is known. */
  #required: Position | undefined
  /** Whether notifications arrive. */
  #isListening = false
  #notifications = 0
  /** When the primary answered last, and whether it answered the last question. */
  #askedAt = 0
  #primaryIsAway = false
  #next = 0
  #wake = new AbortController()
  #isClosed = false
  #loop: Promise<void> | undefined

  /** @param addresses of standbys; none turns this off. */
  constructor(primary: pg.PoolConfig, addresses: readonly string[]) {
    this.#primary = new Probe(primary)
    this.#replicas = addresses.map((connectionString) => {
      const connection = { connectionString, connectionTimeoutMillis: answerMs }
      return {
        name: decodeURIComponent(new URL(connectionString).host),
        connection,
        db: openReplica(connection),
        probe: new Probe(connection),
        position: undefined,
        replayed: undefined,
        problem: 'not asked yet',
        missing: [],
        lagBytes: 0,
        underWay: new Set(),
        reads: 0,
        retries: 0,
      }
    })
  }

  get statuses(): ReplicaStatus[] {
    return this.#replicas.map((it) => {
      const lagMs = this.#lagMsOf(it)
      const problem = it.problem ?? (lagMs > maxLagMs ? 'too far behind' : undefined)
      return {
        name: it.name,
        inUse: problem === undefined && this.#isCurrent(it, 0),
        ...(problem !== undefined && { problem }),
        ...(it.problem === undefined && { lagSeconds: lagMs / 1000, lagBytes: it.lagBytes }),
        reads: it.reads,
        retries: it.retries,
      }
    })
  }

  /** Public answers can be read while the primary is away. */
  get canRead(): boolean {
    return this.#anyNear() !== undefined
  }

  /**
   * Asks every server once, and then watches them.
   * @returns a line for each replica that is left out.
   * @throws {StartError} if an address names another database.
   */
  async start(): Promise<string[]> {
    if (this.#replicas.length === 0) return []
    await this.#check()
    const foreign = this.#replicas.find((it) => it.problem === isForeign)
    if (foreign)
      throw new StartError(`DATABASE_REPLICA_URLS: ${foreign.name} has another database than DATABASE_URL; name its standbys.`)
    this.#loop = this.#watch()
    return this.#replicas.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [`DATABASE_REPLICA_URLS: ${name} is not read from now: ${problem}.`],
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#wake.abort()
    await this.#loop
    await Promise.all([this.#primary.close(), ...this.#replicas.flatMap((it) => [it.probe.close(), it.db.destroy()])])
  }

  /** Something has changed: until the primary's position is known, no replica is read from. */
  onNotification(): void {
    this.#notifications++
    this.#required = undefined
    this.#wake.abort()
  }

  /** From now on notifications arrive. Also after a failover, when the positions of a former primary mean nothing. */
  onListening(): void {
    this.#isListening = true
    for (const it of this.#replicas) it.missing = []
    this.onNotification()
  }

  /** Changes may be missed: replicas are read from only if the primary does not answer. */
  onListenLost(): void {
    this.#isListening = false
    this.onNotification()
  }

  /** Reads of one request, the first of which picks the server. */
  reader(primary: Db, required: Position): Reader {
    let isPicked = false
    let replica: Replica | undefined
    return async (read) => {
      if (!isPicked) replica = this.#pick(required)
      isPicked = true
      if (replica) {
        try {
          return await readFrom(replica, read)
        } catch (error) {
          const isMissing = error instanceof AppError && error.code === 'NOT_FOUND'
          if (!isMissing && !isFailed(error)) throw error
          // What is not found may be newer than the replica.
          if (!isMissing) replica.retries++
          if (isLost(error)) this.#leaveOut(replica, 'it does not answer')
          replica = undefined
        }
      }
      try {
        return await read(primary)
      } catch (error) {
        // Nothing can be committed now; the cache keeps no answer that is made while changes cannot be heard.
        const other = !this.#isListening && isUnavailable(error) ? this.#anyNear() : undefined
        if (!other) throw error
        return readFrom(other, read)
      }
    }
  }

  #pick(required: Position): Replica | undefined {
    const current = this.#replicas.filter((it) => this.#isCurrent(it, required))
    if (current.length === 0) return this.#primaryIsAway && !this.#isListening ? this.#anyNear() : undefined
    return current[this.#next++ % current.length]
  }

  #isCurrent(replica: Replica, required: Position): boolean {
    return (
      replica.position !== undefined &&
      this.#required !== undefined &&
      replica.position >= Math.max(this.#required, required) &&
      this.#lagMsOf(replica) <= maxLagMs
    )
  }

  #anyNear = (): Replica | undefined => this.#replicas.find((it) => it.position !== undefined && this.#lagMsOf(it) <= maxLagMs)

  /** Until the primary answered last: after its death a replica that lacks its last bytes is as near as can be. */
  #lagMsOf({ missing: [oldest] }: Replica): number {
    if (!oldest) return 0
    return Math.max(0, (this.#primaryIsAway ? this.#askedAt : performance.now()) - oldest.at)
  }

  async #watch(): Promise<void> {
    let pause = everyMs
    let known = this.#notifications
    while (!this.#isClosed) {
      await delay(pause, undefined, { signal: this.#wake.signal }).catch(() => {})
      // Changes may come by hundreds a second.
      await delay(soonMs)
      if (this.#isClosed) return
      this.#wake = new AbortController()
      await this.#check()
      const isWaiting = this.#isListening && this.#replicas.some((it) => it.position !== undefined && !this.#isCurrent(it, 0))
      const isNew = known !== this.#notifications
      known = this.#notifications
      pause = !isWaiting ? everyMs : isNew ? soonMs : Math.min(pause * 2, everyMs)
    }
  }

  /** The primary is asked first, so that a replica that reaches its position has everything up to then. */
  async #check(): Promise<void> {
    const notifications = this.#notifications
    const primary = await this.#primary
      .ask<{ position: Position | null }>(`select ${primaryPosition} as position`)
      .catch(() => undefined)
    const current = primary?.position ?? undefined
    this.#primaryIsAway = current === undefined
    if (current !== undefined) {
      this.#askedAt = performance.now()
      if (this.#isListening && this.#required === undefined && notifications === this.#notifications) this.#required = current
    }
    await Promise.all(this.#replicas.map((it) => this.#checkReplica(it, current)))
  }

  async #checkReplica(replica: Replica, primary: Position | undefined): Promise<void> {
    try {
      const { position: replayed } = await replica.probe.ask<{ position: Position | null }>(
        `select ${replayedPosition} as position`,
      )
      if (replayed === null) return this.#leaveOut(replica, isPrimary)
      if (this.#primary.identity !== undefined && replica.probe.identity !== this.#primary.identity)
        return this.#leaveOut(replica, isForeign)
      // After a failover it may have what the new primary never had. It comes back when it has been restarted.
      if (replica.problem === isAhead || (primary !== undefined && (replica.replayed ?? 0) > primary))
        return this.#leaveOut(replica, isAhead)
      replica.problem = undefined
      replica.position = replayed
      replica.replayed = replayed
      note(replica, primary)
    } catch (error) {
      replica.replayed = undefined
      this.#leaveOut(replica, errorCode(error) ?? 'it does not answer')
    }
  }

  #leaveOut(replica: Replica, problem: string): void {
    replica.problem = problem
    if (replica.position === undefined) return
    replica.position = undefined
    for (const end of replica.underWay) end(new UnavailableError(`${replica.name} does not answer`))
    // Its connections may hang for as long as the network waits.
    void replica.db.destroy().catch(() => {})
    replica.db = openReplica(replica.connection)
  }
}

const isForeign = 'it has another database than DATABASE_URL'
const isPrimary = 'it is a primary, not a standby'
const isAhead = 'it has changes that the primary does not have'

const openReplica = (connection: pg.PoolConfig): Db =>
  openDatabase({ ...connection, query_timeout: 2 * statementMs, limits: { ...requestLimits, statement: statementMs } })

function note(replica: Replica, primary: Position | undefined): void {
  const { missing, position: replayed = 0 } = replica
  if (primary !== undefined && primary > (missing.at(-1)?.position ?? replayed))
    missing.push({ at: performance.now(), position: primary })
  while (missing[0] && missing[0].position <= replayed) missing.shift()
  // The oldest one counts.
  if (missing.length > maxSamples) missing.splice(1, 1)
  replica.lagBytes = Math.max(0, (missing.at(-1)?.position ?? replayed) - replayed)
}

function readFrom<T>(replica: Replica, read: (db: Db) => Promise<T>): Promise<T> {
  replica.reads++
  return new Promise((resolve, reject) => {
    replica.underWay.add(reject)
    void read(replica.db)
      .then(resolve, reject)
      .finally(() => replica.underWay.delete(reject))
  })
}

/** Recovery removed rows or locks that the statement needed (40001, 40P01), or it took too long (57014). */
const conflicts = new Set(['40001', '40P01', '57014'])

const isFailed = (error: unknown): boolean =>
  isUnavailable(error) || isReadTimeout(error) || conflicts.has(errorCode(error) ?? '')

const isLost = (error: unknown): boolean =>
  isReadTimeout(error) ||
  (isUnavailable(error) && !(error instanceof UnavailableError) && !/^(57014|25006|55P03)$/.test(errorCode(error) ?? ''))

/** The driver's. */
const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** A connection that asks one server, and connects anew after a failure. */
class Probe {
  readonly #connection: pg.PoolConfig
  #client: pg.Client | undefined
  /** Of the server and the database: the same for a primary and its standbys. */
  identity: string | undefined

  constructor(connection: pg.PoolConfig) {
    this.#connection = connection
  }

  async ask<T extends pg.QueryResultRow>(text: string): Promise<T> {
    try {
      const client = this.#client ?? (await this.#connect())
      const { rows } = await client.query<T>(text)
      if (!rows[0]) throw new Error('no row')
      return rows[0]
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    void client?.end().catch(() => {})
  }

  async #connect(): Promise<pg.Client> {
    const Client = (this.#connection.Client ?? pg.Client) as typeof pg.Client
    const client = new Client({
      ...this.#connection,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
    })
    client.on('error', () => {})
    this.#client = client
    await client.connect()
    const { rows } = await client.query<{ identity: string }>(`select ${identity} as identity`)
    this.identity = rows[0]?.identity
    return client
  }
}

export const readsOf =
  (db: Db, replicas: Replicas): Reads =>
  ({ viewer }) =>
    replicas.reader(db, viewer?.position ?? 0)
