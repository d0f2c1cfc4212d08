import {
  Kysely,
  PostgresDialect,
  sql,
  type DeleteResult,
  type InsertQueryBuilder,
  type InsertResult,
  type SelectQueryBuilder,
  type UpdateResult,
} from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { queries, type QueryEvent } from './activity.ts'
import { errorCode, within, isUnavailable } from './errors.ts'

/**
 * A database without tables, because the library knows no feature. A feature gets its tables by
 * `db.withTables<JobsTables>()`.
 */
export type Db = Kysely<unknown>

/** How long PostgreSQL and the pool let a query take, in milliseconds. */
export type Limits = {
  statement: number
  lock: number
  idleInTransaction: number
  freeConnection: number
  /**
   * Longer than one host takes that is asked, too, whether it may be written to (`primaries.ts`).
   */
  newConnection: number
}

/**
 * How much longer than PostgreSQL itself a client waits for its answer: it may be frozen, or the
 * network gone.
 */
const networkMs = 2_000

/** For requests: somebody waits, and a locked table must not occupy the whole pool. */
export const requestLimits: Limits = {
  statement: 30_000,
  lock: 5_000,
  idleInTransaction: 120_000,
  freeConnection: 1_000,
  newConnection: 7_000,
}

/** For tasks and commands, which build indexes and read whole tables. */
export const backgroundLimits: Limits = {
  statement: 30 * 60_000,
  lock: 60_000,
  idleInTransaction: 15 * 60_000,
  freeConnection: 60_000,
  newConnection: 7_000,
}

/** Opens a pool, which connects on the first query. */
export function openDatabase({ limits, ...connection }: pg.PoolConfig & { limits?: Limits }): Db {
  // The pool waits for the promise, which its types do not say.
  const onConnect = limits && ((client: pg.ClientBase): unknown => applyLimits(client, limits))
  const pool = new pg.Pool({ max: 10, ...connection, ...(onConnect && { onConnect }) })
  // A broken idle connection is replaced at the next query; without a listener the event would end
  // the process.
  pool.on('error', () => {})
  // Between two queries of a transaction, the next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', (client) =>
    nameMarkedStatements(client, limits && limits.statement + networkMs),
  )
  const bounded = {
    options: pool.options,
    connect: async () => closeIfUnusable(await acquire(pool, limits)),
    end: () => pool.end(),
  }
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: bounded, cursor: Cursor }),
    log({ query, queryDurationMillis: ms, ...event }) {
      if (!queries.hasSubscribers) return
      const error = event.level === 'error' ? event.error : undefined
      queries.publish({ text: query.sql, ms, error } satisfies QueryEvent)
    },
  })
  pools.set(db, pool)
  return db
}

/** One connection for short questions to a server that may be frozen or gone. */
export function probeOf(connection: pg.PoolConfig, answerMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  })
  pool.on('error', () => {})
  return pool
}

const pools = new WeakMap<Db, pg.Pool>()

/** For its numbers of connections. */
export const poolOf = (
  db: Db,
): Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined => pools.get(db)

/**
 * As a statement, because poolers refuse such parameters at the start of a connection. PostgreSQL
 * notices within 20 s that a node is gone, not after hours, so that its locks and its place are
 * free.
 */
const applyLimits = (client: pg.ClientBase, { statement, lock, idleInTransaction }: Limits) =>
  client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
      set_config('idle_in_transaction_session_timeout', $3, false), set_config('tcp_user_timeout', '20s', false),
      set_config('tcp_keepalives_idle', '10s', false), set_config('tcp_keepalives_interval', '5s', false)`,
    [String(statement), String(lock), String(idleInTransaction)],
  )

/** A client of its own class is one for several hosts, which tries the next one each time. */
async function acquire(pool: pg.Pool, limits: Limits | undefined) {
  for (let left = pool.options.Client ? 2 : 0; ; left--) {
    try {
      return await (limits ? connectWithin(pool, limits) : pool.connect())
    } catch (error) {
      if (left === 0 || !isUnavailable(error)) throw error
    }
  }
}

/** @throws {UnavailableError} if all connections stay busy, or a new one gets no answer. */
async function connectWithin(pool: pg.Pool, { freeConnection, newConnection }: Limits) {
  const isFull = pool.idleCount === 0 && pool.totalCount >= (pool.options.max ?? 0)
  const connecting = pool.connect()
  const reason = isFull
    ? 'all connections to the database are busy'
    : 'the database does not answer'
  return within(isFull ? freeConnection : newConnection, connecting, reason).catch(
    (error: unknown) => {
      void connecting.then((client) => client.release()).catch(() => {})
      throw error
    },
  )
}

/** After a failover the former primary refuses writes; the next query connects anew. */
function closeIfUnusable(client: pg.PoolClient) {
  const release = client.release.bind(client)
  client.release = (error) => release(error || unusable.has(client))
  return client
}

const unusable = new WeakSet<pg.ClientBase>()

const deadlock = '40P01'
const notSerializable = '40001'
const uniqueViolation = '23505'

/**
 * Repeats a transaction after a deadlock, because changes of many jobs lock the same counts in
 * different orders, and after another one has just written the key that it looked for in vain: this
 * time it finds the row. The work must be a whole transaction.
 */
export async function retryRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const races = [deadlock, notSerializable, uniqueViolation]
      if (attempt === 5 || !races.includes(errorCode(error) ?? '')) throw error
    }
  }
}

/**
 * The caller's transaction, or one that is repeated after a race, so that its work must have no
 * effect outside it.
 */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : retryRaces(() => db.transaction().execute(work))

/**
 * Serializes the transactions that take the same name, until they end: what they count and what
 * they add belong together.
 */
export async function takeLock(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

const mark = '/* planned once */'

/**
 * Marks a frequent statement whose best plan does not depend on its values: each connection plans
 * it once. The texts must be few, with all values as parameters.
 */
export const plannedOnce = sql.raw(mark)

/** The driver prepares named statements. */
function nameMarkedStatements(client: pg.PoolClient, answerMs: number | undefined) {
  const query = noteUnusable(client, answerMs)
  const queryByName = (text: unknown, ...others: unknown[]) =>
    typeof text === 'string' && text.includes(mark)
      ? runPlanned(query, text, others[0])
      : query(text, ...others)
  client.query = queryByName as typeof client.query
}

function noteUnusable(client: pg.PoolClient, answerMs: number | undefined): Query {
  const query = client.query.bind(client) as Query
  return (...parameters) => {
    const result = query(...parameters)
    if (result instanceof Cursor) return boundCursor(client, result, answerMs)
    if (!(result instanceof Promise)) return result
    result.catch(
      (error: unknown) => errorCode(error) === readOnlyTransaction && unusable.add(client),
    )
    return answered(client, result, answerMs)
  }
}

/**
 * A question fails with its connection. The connection is closed, never canceled: to cancel a
 * commit that waits for a lost standby would make the commit visible.
 */
function answered<T>(client: pg.PoolClient, answer: Promise<T>, answerMs: number | undefined) {
  const timer = answerMs && setTimeout(() => client.connection.stream.destroy(), answerMs)
  answer.catch(() => {}).finally(() => clearTimeout(timer))
  return answer
}

/**
 * The driver's `close` waits for an answer also when the connection is gone, and the pool's place
 * with it.
 */
function boundCursor(client: pg.PoolClient, cursor: Cursor, answerMs: number | undefined): Cursor {
  const read = cursor.read.bind(cursor)
  const close = cursor.close.bind(cursor)
  async function closeOrLose() {
    const { stream } = client.connection
    if (stream.destroyed) return
    const end = new AbortController()
    const lost = once(stream, 'close', { signal: end.signal })
    await answered(client, Promise.race([close(), lost]), answerMs).finally(() => {
      end.abort()
      lost.catch(() => {})
    })
  }
  return Object.assign(cursor, {
    read: (rows: number) => answered(client, read(rows), answerMs),
    close: closeOrLose,
  })
}

const readOnlyTransaction = '25006'

type Query = (...parameters: unknown[]) => unknown

async function runPlanned(query: Query, text: string, values: unknown) {
  try {
    return await query({ name: nameOf(text), text, values })
  } catch (error) {
    // A newer node has changed the table's columns.
    if (errorCode(error) === featureNotSupported) return query(text, values)
    throw error
  }
}

const featureNotSupported = '0A000'

const names = new Map<string, string>()

function nameOf(text: string) {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Chunks of at most `size` items. */
export const inChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** Whether a statement wrote, inserted or deleted a row. */
export async function isWritten(statement: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult | undefined>
}): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  return Object.values(result ?? {}).some((count) => typeof count === 'bigint' && count > 0n)
}

/** Inserts rows that are not there yet. False if each was. */
export const insertMissing = <Tables, Table extends keyof Tables>(
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
) => isWritten(insert.onConflict((conflict) => conflict.doNothing()))

/** How many rows a query finds that selects no columns yet. */
export async function countRows<Tables, From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const row = await query.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return Number((row as { n: string }).n)
}

/** The row of a statement that answers with one. */
export function oneOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement answered without a row')
  return row
}

/** A LIKE pattern for a part of a text. */
export const containing = (text: string): string => `%${literal(text)}%`

/** What LIKE reads as it stands. */
export const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** A page of rows of which one more was read, and the id after which the next page begins. */
export function pageOf<Row extends { id: string | number }>(found: readonly Row[], size: number) {
  const rows = found.slice(0, size)
  const next: Row['id'] | null = found.length > size ? (rows.at(-1)?.id ?? null) : null
  return { rows, next }
}
