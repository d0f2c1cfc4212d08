import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Of columns that hold something else than text. */
const types: Record<string, string> = {
  lat: 'real',
  lon: 'real',
  zips: 'integer',
  population: 'integer',
  names: 'text[]',
  states: 'text[]',
  counties: 'text[]',
}

/** Inserts the rows of a file that `npm run places` writes. PostgreSQL takes it apart: this process only passes it on. */
export async function loadPlaces(
  db: Kysely<unknown>,
  table: string,
  file: string,
  onConflict: string,
): Promise<void> {
  const text = await readFile(new URL(`./${file}`, import.meta.url), 'utf8')
  const end = text.indexOf('\n')
  const columns = text.slice(0, end).split('\t')
  const values = columns.map((column, index) => `row[${index + 1}]::${types[column] ?? 'text'}`)
  await sql`
    insert into ${sql.table(table)} (${sql.raw(columns.join(', '))})
    select ${sql.raw(values.join(', '))}
    from (select string_to_array(line, E'\t', '') as row from string_to_table(${text.slice(end + 1).trimEnd()}, E'\n') as line) as lines
    on conflict ${sql.raw(onConflict)}
  `.execute(db)
}
