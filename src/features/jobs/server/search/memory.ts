import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/lib/database.ts'
import type { WordForms } from './words.ts'

/** What searching looks up again and again in tables that hardly change, as it was some minutes ago at most. */
type Memory = {
  forms: LRUCache<string, WordForms>
  phrases: LRUCache<string, { query: string }>
  /** What a word that nobody knows was meant to be. */
  mended: LRUCache<string, { meant: string | null }>
  inUse: LRUCache<string, { used: boolean }>
  size: LRUCache<string, { jobs: number }>
  /** How many hits the planner expects of a search. */
  expected: LRUCache<string, { hits: number }>
}

/** How long a new word or employer may stay unknown: the vocabulary is rebuilt far less often. */
const ttl = 5 * 60_000
const max = 20_000

const memories = new WeakMap<Db, Memory>()

/** Of one node and database. A transaction is a database of its own here, and forgotten with it. */
export function memoryOf(db: Db): Memory {
  let memory = memories.get(db)
  if (!memory) {
    const cache = <V extends object>() => new LRUCache<string, V>({ max, ttl })
    memory = {
      forms: cache(),
      phrases: cache(),
      mended: cache(),
      inUse: cache(),
      size: cache(),
      expected: cache(),
    }
    memories.set(db, memory)
  }
  return memory
}

/** The vocabulary is another one now. */
export const forgetWords = (db: Db): boolean => memories.delete(db)

/** Asks the database only for those that are not remembered. */
export async function recall<V extends object>(
  cache: LRUCache<string, V>,
  keys: readonly string[],
  lookUp: (missing: string[]) => Promise<Map<string, V>>,
): Promise<Map<string, V>> {
  const found = new Map<string, V>()
  const missing: string[] = []
  for (const key of new Set(keys)) {
    const value = cache.get(key)
    if (value) found.set(key, value)
    else missing.push(key)
  }
  if (missing.length === 0) return found
  for (const [key, value] of await lookUp(missing)) {
    cache.set(key, value)
    found.set(key, value)
  }
  return found
}

/** About how many jobs can be searched. */
export async function catalogueSize(db: Db): Promise<number> {
  const sizes = await recall(memoryOf(db).size, ['jobs'], async () => {
    const { rows } = await sql<{ jobs: number }>`
      select greatest(reltuples, 0) as jobs from pg_class where oid = 'job_search'::regclass
    `.execute(db)
    return new Map([['jobs', { jobs: rows[0]?.jobs ?? 0 }]])
  })
  return sizes.get('jobs')?.jobs ?? 0
}
