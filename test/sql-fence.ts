import { PostgresQueryCompiler } from 'kysely'
import { featureOrder } from './feature-order.ts'
import { tablesOf } from './table-owners.ts'

type Room = keyof typeof tablesOf

const rooms: readonly Room[] = ['platform', ...featureOrder]
const owners = new Map(
  rooms.flatMap((room) =>
    (tablesOf[room]?.split(', ') ?? []).map((table) => [table, room] as const),
  ),
)

/** Tables of higher features that a room's SQL names, with the reason. */
const exceptions: Record<string, string> = {
  'platform → imports': 'counted for /metrics, where no import needs to have run',
  'insights → inquiries': 'each counts in the statements of the other: one of them is the higher',
  'postings → job_facts': 'part of a condition that moderation hands in',
  'inquiries → job_facts': 'part of a condition that moderation hands in',
  'postings → job_reports': 'part of a query that inquiries hand in',
}

const upward = new Set<string>()

/**
 * Reads each statement that is compiled from now on. Kysely compiles it when the code calls
 * `execute`: the stack then has the file.
 */
export function readStatements(): void {
  const prototype: Pick<PostgresQueryCompiler, 'compileQuery'> = PostgresQueryCompiler.prototype
  const { compileQuery } = prototype
  const read = new Set<string>()
  prototype.compileQuery = function (...parameters) {
    const compiled = compileQuery.apply(this, parameters)
    if (!read.has(compiled.sql)) {
      read.add(compiled.sql)
      const { stackTraceLimit } = Error
      Error.stackTraceLimit = 60
      for (const use of upwardUses(compiled.sql, new Error().stack ?? '')) upward.add(use)
      Error.stackTraceLimit = stackTraceLimit
    }
    return compiled
  }
}

/** Of the statements that were read since the last call. */
export function takeUpwardUses(): string[] {
  const uses = [...upward]
  upward.clear()
  return uses
}

/** The tables of higher features that a statement names, each with the file that ran it. */
export function upwardUses(statement: string, stack: string): string[] {
  const files = [...stack.matchAll(/\/(src|test|demo|bench|e2e)\/([^\s:?]+\.ts)/g)]
    .map((match) => `${match[1]}/${match[2]}`)
    .filter((file) => !file.startsWith('test/sql-fence'))
  // The server's common code runs features' statements.
  const file = files.find((name) => !name.startsWith('src/platform/')) ?? files[0]
  const room = file === undefined ? undefined : roomOf(file)
  if (file === undefined || room === undefined) return []
  return tablesIn(statement)
    .filter((table) => rooms.indexOf(owners.get(table) ?? 'platform') > rooms.indexOf(room))
    .filter((table) => !Object.hasOwn(exceptions, `${room} → ${table}`))
    .map((table) => `${file} → ${table}`)
}

/** Tests and `src/app` name every table. */
function roomOf(file: string): Room | undefined {
  if (file.endsWith('.test.ts')) return undefined
  const name = /^src\/(?:features\/)?(\w+)\//.exec(file)?.[1]
  return rooms.find((room) => room === name)
}

const alias = String.raw`(?:\s+(?:as\s+)?(?!(?:join|using)\b)"?\w+"?)?`
const reference = String.raw`(?:only\s+)?(?:public\.)?"?\w+"?${alias}`
const references = new RegExp(
  String.raw`\b(?:from|join|into|update|using)\s+(${reference}(?:\s*,\s*${reference})*)`,
  'gi',
)

/** The names that stand where a statement names tables. */
export function tablesIn(statement: string): string[] {
  const code = statement.replace(/'(?:[^']|'')*'|--.*|\/\*[\s\S]*?\*\//g, "''")
  const names = [...code.matchAll(references)].flatMap((match) =>
    (match[1] ?? '').split(',').map((part) => {
      const name = /^\s*(?:only\s+)?(?:public\.)?"?(\w+)/i.exec(part)
      return name?.[1] ?? ''
    }),
  )
  return [...new Set(names)].filter((name) => owners.has(name))
}
