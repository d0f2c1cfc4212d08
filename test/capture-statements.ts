import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { readRows, takeDifferences } from './row-types.ts'
import { readStatements, takeUpwardUses } from './sql-fence.ts'

/**
 * With `STATEMENTS`, writes each statement that this process sends to a database to a file of that
 * folder, one in a line, as JSON: `test/releases/oldest-postgres.test.ts` prepares them.
 */
const folder = process.env['STATEMENTS']

// A worker runs this file once for each test file.
if (!Object.hasOwn(pg.Client, 'isCaptured')) {
  Object.assign(pg.Client, { isCaptured: true })
  readStatements()
  readRows()
  if (folder !== undefined) captureIn(folder)
}

/**
 * Features' statements name no table of a feature above them, and raw ones return what their types
 * say.
 */
afterAll(() => {
  const differing = takeDifferences()
  if (differing.length > 0) throw new Error(`Rows are not what types say: ${differing.join('; ')}`)
  const uses = takeUpwardUses()
  if (uses.length > 0) throw new Error(`SQL names tables of higher features: ${uses.join('; ')}`)
})

function captureIn(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.jsonl`)
  const captured = new Set<string>()
  const query = Reflect.get(pg.Client.prototype, 'query') as (...parameters: unknown[]) => unknown
  const queryAndCapture = function (this: pg.Client, ...parameters: unknown[]): unknown {
    const statement = textOf(parameters[0])
    if (statement !== undefined && !captured.has(statement)) {
      captured.add(statement)
      appendFileSync(file, `${JSON.stringify(statement)}\n`)
    }
    return query.apply(this, parameters)
  }
  Object.assign(pg.Client.prototype, { query: queryAndCapture })
}

/** A statement is a text, an object with one, or a cursor. */
function textOf(statement: unknown): string | undefined {
  const text: unknown =
    typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : statement
  return typeof text === 'string' ? text : undefined
}
