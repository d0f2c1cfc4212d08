import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'

/** Only these states' places, to keep the dump small. */
const placesOf = "where state in ('ID', 'NV')"
const parts: Record<string, string> = { 'public.zip_codes': placesOf, 'public.cities': placesOf }

export const releasesFolder = new URL('.', import.meta.url)

/** The dumps of releases, the oldest first. */
export const listReleases = async (): Promise<string[]> =>
  (await readdir(fileURLToPath(releasesFolder)))
    .filter((file) => file.endsWith('.sql.gz'))
    .toSorted()

/** The statements of a dump, or of the newest. */
export async function readRelease(file?: string): Promise<string> {
  const name = file ?? (await listReleases()).at(-1) ?? ''
  return gunzipSync(await readFile(new URL(name, releasesFolder))).toString()
}

/**
 * A database as SQL: the statements of today's migrations, and the rows of every table.
 * @param empty a database without tables.
 */
export async function dumpDatabase(db: Db, empty: pg.PoolConfig): Promise<string> {
  const tables = await listTables(db)
  const rows = await Promise.all(tables.map((table) => dumpRows(db, table)))
  return [
    await dumpSchema(empty),
    'set session_replication_role = replica;',
    // A log that only grows refuses any other statement.
    ...tables.map(
      (it) =>
        `do $do$ begin if exists (select from ${it.name}) then delete from ${it.name}; end if; end $do$;`,
    ),
    ...rows.flat(),
    ...(await dumpSequences(db)),
    'set session_replication_role = origin;\n',
  ].join('\n')
}

/** The statements of the migrations, without those that insert data. */
async function dumpSchema(empty: pg.PoolConfig): Promise<string> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool(empty) }),
    log: ({ query }) => void (query.parameters.length === 0 && statements.push(`${query.sql};`)),
  })
  await migrateToLatest(db)
  await db.destroy()
  return statements.join('\n')
}

type Table = { name: string; columns: string }

async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select format('%I.%I', nspname, relname) as name,
      string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
    group by 1 order by 1
  `.execute(db)
  return rows
}

async function dumpRows(db: Db, { name, columns }: Table): Promise<string[]> {
  const { rows } = await sql<{ rows: string | null }>`
    select json_agg(it)::text as rows from (select ${sql.raw(columns)} from ${sql.raw(name)} ${sql.raw(parts[name] ?? '')}) it
  `.execute(db)
  const found = rows[0]?.rows
  if (!found) return []
  return [
    `insert into ${name} (${columns}) overriding system value`,
    `select ${columns} from json_populate_recordset(null::${name}, $rows$${found}$rows$);`,
  ]
}

async function dumpSequences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value) as statement
    from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null
  `.execute(db)
  return rows.map((row) => row.statement)
}

/** Our tables without rows. */
export async function listEmptyTables(db: Db): Promise<string[]> {
  const empty: string[] = []
  for (const { name } of await listTables(db)) {
    if (!name.startsWith('public.')) continue
    const { rows } = await sql`select from ${sql.raw(name)} limit 1`.execute(db)
    if (rows.length === 0) empty.push(name)
  }
  return empty
}

/** Tables, indexes and functions, in a fixed order. */
export async function catalogOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select c.oid, c.relname, c.relkind, c.reloptions from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and relkind = 'r'
    )
    select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attstorage, attidentity, attgenerated,
      reloptions, pg_get_expr(adbin, adrelid)) as line
    from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all select concat_ws(' ', relname, conname, pg_get_constraintdef(k.oid)) from ours join pg_constraint k on conrelid = ours.oid
    union all select pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid
    union all select pg_get_triggerdef(t.oid) || tgenabled::text from ours join pg_trigger t on tgrelid = ours.oid where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and deptype = 'e')
    order by 1
  `.execute(db)
  return rows.map((row) => row.line)
}
