import pg from 'pg'
import { rightsOf } from '#platform/server/migrate.ts'
import { messageOf, StartError } from '#platform/server/errors.ts'

type RoleAddresses = {
  /** A superuser, or a role that may create roles and databases and owns what is there. */
  admin: string
  owner: string
  server: string
}

/**
 * Makes the database, its owner and the server's role, as two addresses name them with their
 * passwords, and gives the owner everything that is there. Idempotent.
 * @throws {StartError} if the addresses contradict each other, or the server would own something.
 */
export async function makeRoles({
  admin,
  owner,
  server,
}: RoleAddresses): Promise<{ role: string; may: string }[]> {
  const [ownerAccess, serverAccess] = [accessOf(owner), accessOf(server)]
  if (ownerAccess.database !== serverAccess.database)
    throw new StartError('DATABASE_URL and DATABASE_OWNER_URL must name the same database.')
  if (ownerAccess.user === serverAccess.user)
    throw new StartError('DATABASE_URL and DATABASE_OWNER_URL must name different roles.')
  const { database } = ownerAccess
  await withClient({ connectionString: admin }, async (client) => {
    for (const { user, password } of [ownerAccess, serverAccess])
      await ensureRole(client, user, password)
    await client.query(`revoke ${name(ownerAccess.user)} from ${name(serverAccess.user)}`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    // An administrator that is no superuser gives away what it owns only to a role that it is in.
    await client.query(`grant ${name(ownerAccess.user)} to current_user`)
    if (!rowCount)
      await client.query(
        `create database ${name(database)} owner ${name(ownerAccess.user)} template template0 encoding 'UTF8'`,
      )
    await client.query(`alter database ${name(database)} owner to ${name(ownerAccess.user)}`)
    await client.query(`revoke all on database ${name(database)} from public`)
    await client.query(
      `grant connect, temporary on database ${name(database)} to ${name(serverAccess.user)}`,
    )
  })
  const url = new URL(admin)
  url.pathname = `/${encodeURIComponent(database)}`
  await withClient({ connectionString: url.href }, async (client) => {
    await client.query(giveAll(ownerAccess.user))
    await client.query('revoke create on schema public from public')
    const { rows } = await client.query<{ thing: string }>(ownedBy, [serverAccess.user])
    if (rows[0])
      throw new StartError(
        `${serverAccess.user} owns ${rows[0].thing}: give it to ${ownerAccess.user}.`,
      )
  })
  await withClient({ connectionString: owner }, async (client) => {
    const { rows } = await client.query<{ migrated: boolean }>(
      `select to_regclass('public.audit_log') is not null as migrated`,
    )
    if (!rows[0]?.migrated) return
    const { rows: versions } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    for (const statement of rightsOf(serverAccess.user, versions[0]?.version ?? 0))
      await client.query(statement)
  })
  return [
    {
      role: ownerAccess.user,
      may: `log in, and owns ${database} with everything in it; migrations and restores run as it`,
    },
    {
      role: serverAccess.user,
      may: 'log in, read and write rows; append to the audit log; owns nothing',
    },
  ]
}

const name = (text: string): string => pg.escapeIdentifier(text)

function accessOf(connectionString: string): {
  user: string
  password: string | undefined
  database: string
} {
  const { user = '', password, database = '' } = new pg.Client({ connectionString })
  return { user, password: typeof password === 'string' ? password : undefined, database }
}

async function withClient(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } catch (error) {
    throw error instanceof StartError
      ? error
      : new StartError(`The roles cannot be made: ${messageOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureRole(
  client: pg.Client,
  user: string,
  password: string | undefined,
): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user])
  if (!rowCount) await client.query(`create role ${name(user)}`)
  const secret =
    password === undefined || password === '' ? '' : ` password ${pg.escapeLiteral(password)}`
  await client.query(`alter role ${name(user)} login nocreatedb nocreaterole${secret}`)
  const { rows } = await client.query<{ strong: boolean }>(
    'select rolsuper or rolreplication or rolbypassrls as strong from pg_roles where rolname = $1',
    [user],
  )
  if (rows[0]?.strong)
    throw new StartError(
      `${user} is a superuser, or nearly: name another role in DATABASE_URL and DATABASE_OWNER_URL.`,
    )
}

/** Gives a role what is in our schemas, without what belongs to extensions. */
const giveAll = (owner: string): string => `
  do $$
  declare statement text;
  begin
    for statement in
      select format('alter schema %I owner to %I', nspname, ${pg.escapeLiteral(owner)}) from pg_namespace where nspname in ('public', 'pgboss')
      union all
      select format('alter %s %s owner to %I', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.oid::regclass,
        ${pg.escapeLiteral(owner)})
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'pgboss') and relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend where objid = c.oid and deptype in ('a', 'i', 'e') and relkind = 'S')
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      union all
      select format('alter routine %s owner to %I', p.oid::regprocedure, ${pg.escapeLiteral(owner)})
      from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname in ('public', 'pgboss') and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select format('alter type %s owner to %I', t.oid::regtype, ${pg.escapeLiteral(owner)})
      from pg_type t join pg_namespace n on n.oid = typnamespace
      where nspname in ('public', 'pgboss') and typtype in ('e', 'd')
        and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    loop
      execute statement;
    end loop;
  end $$
`

const ownedBy = `
  select format('the database %I', datname) as thing from pg_database where datdba = $1::regrole and datname = current_database()
  union all select format('the schema %I', nspname) from pg_namespace where nspowner = $1::regrole
  union all select format('the relation %s', oid::regclass) from pg_class where relowner = $1::regrole
  union all select format('the routine %s', oid::regprocedure) from pg_proc where proowner = $1::regrole
`
