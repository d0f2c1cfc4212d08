import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { openDatabase, probeOf, requestLimits, type Db, oneOf } from './database.ts'
import { isUnavailable, errorCode, StartError } from './errors.ts'

/** Runs reads of one request, all on the same server. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/**
 * Anonymous requests read from a replica, where one is near; who is signed in reads from the
 * primary.
 */
export type Reads = (request: Pick<FastifyRequest, 'viewer'>) => Reader

export type ReplicaStatus = {
  /** Host and port. */
  name: string
  inUse: boolean
  /** Why it is left out. */
  problem?: string
  /** Age of the oldest change that it lacks; undefined while it is not known. */
  lagSeconds?: number
  reads: number
  /** Reads that failed on it and ran on the primary. */
  retries: number
}

/**
 * How often servers are asked how far their write-ahead logs go, and how long one may take to
 * answer.
 */
const [everyMs, answerMs] = [250, 500]
/** A replica that lags more is left out, and each of them if none was asked for so long. */
const [maxLagMs, maxAgeMs] = [1_000, 2_000]
/**
 * While the primary is silent, an older state is better than none. A replica takes 5 s to notice
 * that its primary has restarted.
 */
const maxLagAloneMs = 60_000
/** A read from a replica lacks the changes of this time at most. */
export const maxStalenessMs = maxLagMs + maxAgeMs
/** Longer lags are not measured. */
const maxSamples = 1_000
/** A longer statement, or one that is not answered, runs again on the primary. */
const statementMs = 3_000

type Replica = {
  name: string
  db: Db
  probe: pg.Pool
  /** In bytes of the write-ahead log; undefined while it does not answer. */
  replayed: number | undefined
  problem: string | undefined
  reads: number
  retries: number
}

/** Reads from standbys that lag by a second at most. */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #primary: pg.Pool
  #identity: string | undefined
  /** How far the primary's log went at these times, the newest last. */
  #samples: { at: number; position: number }[] = []
  #checkedAt = Number.NEGATIVE_INFINITY
  #next = 0
  readonly #ending = new AbortController()
  #loop: Promise<void> | undefined
  /**
   * Whether changes are heard. While they are not, nothing is cached, and the last state that is
   * known is near enough.
   */
  hearsChanges = false
  #silentChecks = 0
  /** Of reads that wait for the primary: whether a replica can answer them by now. */
  readonly #waiting = new Set<() => void>()
  /**
   * Called when the primary begins to answer nothing, though its connections may be open, and when
   * it answers again.
   */
  onSilence: (isSilent: boolean) => void = () => {}

  /** @param addresses of standbys; none turns this off. */
  constructor(primary: pg.PoolConfig, addresses: readonly string[]) {
    this.#primary = probeOf(primary, answerMs)
    this.#replicas = addresses.map((connectionString) => ({
      name: decodeURIComponent(new URL(connectionString).host),
      db: openDatabase({
        connectionString,
        connectionTimeoutMillis: answerMs,
        limits: { ...requestLimits, statement: statementMs },
      }),
      probe: probeOf({ connectionString }, answerMs),
      replayed: undefined,
      problem: 'not asked yet',
      reads: 0,
      retries: 0,
    }))
  }

  get statuses(): ReplicaStatus[] {
    return this.#replicas.map((replica) => {
      const { name, reads, retries } = replica
      const lagMs = this.#lagMsOf(replica)
      const problem = replica.problem ?? (lagMs > maxLagMs ? 'too far behind' : undefined)
      return {
        name,
        inUse: this.#isNear(replica),
        ...(problem !== undefined && { problem }),
        ...(Number.isFinite(lagMs) && { lagSeconds: lagMs / 1000 }),
        reads,
        retries,
      }
    })
  }

  /** Public answers can be read while the primary is away. */
  get canRead(): boolean {
    return this.#pick() !== undefined
  }

  /**
   * Asks every server once, and then watches them.
   * @returns a line for each replica that is left out.
   * @throws {StartError} if an address names another database.
   */
  async start(): Promise<string[]> {
    if (this.#replicas.length === 0) return []
    await this.#check()
    const foreign = this.#replicas.find((replica) => replica.problem === isForeign)
    if (foreign)
      throw new StartError(
        `DATABASE_REPLICA_URLS: ${foreign.name} has another database than DATABASE_URL; name its standbys.`,
      )
    this.#loop = this.#watch()
    return this.#replicas.flatMap(({ name, problem }) =>
      problem === undefined
        ? []
        : [`DATABASE_REPLICA_URLS: ${name} is not read from now: ${problem}.`],
    )
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#loop
    await Promise.all([
      this.#primary.end(),
      ...this.#replicas.flatMap(({ probe, db }) => [probe.end(), db.destroy()]),
    ])
  }

  /**
   * A row that is missing on a replica, or fails there, is read from the primary, and so are all
   * that follow.
   */
  reader(primary: Db): Reader {
    let replica = this.#pick()
    return async (read) => {
      if (replica) {
        try {
          replica.reads++
          return await read(replica.db)
        } catch (error) {
          // It may be newer than the replica.
          const isMissing = error instanceof AppError && error.code === 'NOT_FOUND'
          if (!isMissing && !isFailed(error)) throw error
          if (!isMissing) {
            replica.retries++
            // Until it is asked again.
            replica.problem = errorCode(error) ?? noAnswer
          }
          replica = undefined
        }
      }
      const onPrimary = read(primary)
      const instead = await this.#insteadOf(onPrimary)
      if (!instead) return onPrimary
      instead.reads++
      return read(instead.db)
    }
  }

  /** A replica, if what is read from the primary fails, or waits until the primary is silent. */
  async #insteadOf(onPrimary: Promise<unknown>): Promise<Replica | undefined> {
    const { promise: silence, resolve } = Promise.withResolvers<Replica>()
    const look = () => {
      const replica = this.#isSilent ? this.#pick() : undefined
      if (replica) resolve(replica)
    }
    this.#waiting.add(look)
    const answer = onPrimary.then(
      () => undefined,
      // Nothing is cached while no changes are heard.
      (error: unknown) =>
        isUnavailable(error)
          ? this.#pick(this.hearsChanges ? undefined : maxLagAloneMs)
          : undefined,
    )
    return Promise.race([answer, silence]).finally(() => this.#waiting.delete(look))
  }

  #pick(mostMs?: number): Replica | undefined {
    const near = this.#replicas.filter((replica) => this.#isNear(replica, mostMs))
    return near[this.#next++ % near.length]
  }

  get #isSilent(): boolean {
    return this.#silentChecks > 1
  }

  #isNear(replica: Replica, mostMs = this.#isSilent ? maxLagAloneMs : maxLagMs): boolean {
    const isAsked = performance.now() - this.#checkedAt <= maxAgeMs
    return isAsked && replica.problem === undefined && this.#lagMsOf(replica) <= mostMs
  }

  /** Of the last answer of the primary: how long before it the primary was where the replica is. */
  #lagMsOf({ replayed }: Replica): number {
    const reached = this.#samples.findLast(
      ({ position }) => replayed !== undefined && position <= replayed,
    )
    const now =
      this.hearsChanges && !this.#isSilent ? this.#checkedAt : (this.#samples.at(-1)?.at ?? 0)
    return reached ? now - reached.at : Number.POSITIVE_INFINITY
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await delay(everyMs, undefined, { signal }).catch(() => {})
      await this.#check()
    }
  }

  /**
   * The primary is asked first, so that a replica that reaches its position has everything up to
   * then.
   */
  async #check(): Promise<void> {
    const at = performance.now()
    const primary = await ask(this.#primary).catch(() => undefined)
    const wasSilent = this.#isSilent
    this.#silentChecks = primary ? 0 : this.#silentChecks + 1
    if (this.#isSilent !== wasSilent) this.onSilence(this.#isSilent)
    if (primary && !primary.standby) {
      this.#identity = primary.identity
      this.#samples = [...this.#samples.slice(1 - maxSamples), { at, position: primary.position }]
    }
    await Promise.all(
      this.#replicas.map((replica) =>
        this.#checkReplica(replica, primary?.standby === false ? primary.position : Infinity),
      ),
    )
    this.#checkedAt = at
    for (const look of this.#waiting) look()
  }

  async #checkReplica(replica: Replica, primary: number): Promise<void> {
    try {
      const { identity, standby, position } = await ask(replica.probe)
      // After a failover it may have what the new primary never had. It comes back when it has been
      // restarted.
      const isAheadNow = replica.problem === isAhead || (replica.replayed ?? 0) > primary
      const isOther = identity !== (this.#identity ?? identity)
      replica.problem = !standby
        ? isPrimary
        : isOther
          ? isForeign
          : isAheadNow
            ? isAhead
            : undefined
      replica.replayed = position
    } catch (error) {
      replica.problem = errorCode(error) ?? noAnswer
      replica.replayed = undefined
    }
  }
}

const noAnswer = 'it does not answer'
const isForeign = 'it has another database than DATABASE_URL'
const isPrimary = 'it is a primary, not a standby'
const isAhead = 'it has changes that the primary does not have'

type State = { standby: boolean; identity: string; position: number }

/**
 * The identity is the same for a primary and its standbys. The primary's write position may be
 * behind a commit that others see already.
 */
async function ask(probe: pg.Pool) {
  const { rows } = await probe.query<State>(
    `select pg_is_in_recovery() as standby,
      (select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database()) as identity,
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end, '0/0')::float8 as position`,
  )
  return oneOf(rows)
}

/** Recovery may remove rows or locks that a statement needs (class 40). */
const isFailed = (error: unknown) =>
  isUnavailable(error) || (errorCode(error) ?? '').startsWith('40')

export const readsOf =
  (db: Db, replicas: Replicas): Reads =>
  ({ viewer }) =>
    viewer ? (read) => read(db) : replicas.reader(db)
