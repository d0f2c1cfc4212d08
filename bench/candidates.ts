import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { hashSecret, newSecret } from '#features/accounts/server/public.ts'
import { filters } from '#features/jobs/filters.ts'
import { addJobs, type NewJob } from '#features/jobs/server/public.ts'
import type { searchCandidates } from '#features/profiles/contract.ts'
import { openDatabase, type Db } from '#platform/server/database.ts'
import { migrateToLatest } from '#platform/server/migrate.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { stateCodes } from '#shared/us-states.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { quantilesOf } from './admin.ts'
import { parentOf, processorTimes, tasksAreDone } from './pages.ts'
import { startProduct } from './product.ts'

const profiles = 200_000
const searches = 200
/** As a node that has run for some minutes: each kind 25 times. */
const warmUps = 200
const employer = 'Brook Hospital'
const jobTypes: readonly string[] = filters.jobType.values

/** What recruiters ask for, from everybody to a handful; `n` draws the values. */
const kinds: ((n: number) => Record<string, string>)[] = [
  () => ({}),
  (n) => ({ specialty: specialtyAt(n) }),
  (n) => ({ licenses: stateAt(n) }),
  (n) => ({ specialty: specialtyAt(n), licenses: stateAt(n) }),
  (n) => ({ specialty: specialtyAt(n), board: 'Certified', trainingEnds: String(2000 + (n % 28)) }),
  (n) => ({ specialty: specialtyAt(n), state: `${stateAt(n)},${stateAt(n + 1)}`, visa: 'J1' }),
  (n) => ({ telehealth: 'true', licenses: `${stateAt(n)},${stateAt(n + 2)},${stateAt(n + 4)}` }),
  (n) => ({ jobType: jobTypes[n % jobTypes.length] ?? '', trainingEnds: '2027', compact: 'true' }),
]
const specialtyAt = (n: number) => specialties[(n * 7) % specialties.length] ?? ''
const stateAt = (n: number) => stateCodes[(n * 11) % stateCodes.length] ?? ''

/** Searches for physicians, one after the other over HTTP; every fourth goes on to a second page. */
export async function measureCandidates(
  server: pg.PoolConfig,
  tell: (line: string) => void,
): Promise<void> {
  const administration = openDatabase({ ...server, max: 1 })
  await sql`drop database if exists candidates with (force)`.execute(administration)
  await sql`create database candidates`.execute(administration)
  const connection = { ...server, database: 'candidates' }
  const db = openDatabase(connection)
  try {
    await migrateToLatest(db)
    const { jobId, cookie } = await fill(db)
    tell(`${profiles} profiles`)
    const product = await startProduct(connection, { cache: false, env: { RATE_LIMITS: 'off' } })
    const times: number[][] = kinds.map(() => [])
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const postmaster = await parentOf(rows[0]?.pid ?? 0)
    const worked = { server: 0, postgres: 0 }
    let next: string | null = null
    try {
      await tasksAreDone(db)
      for (let n = -warmUps; n < searches; n++) {
        // Nobody sees so many in a day.
        await sql`truncate profile_views`.execute(db)
        if (n === 0) Object.assign(worked, await processorTimes(product.pid, postmaster))
        const kind = Math.abs(n) % kinds.length
        const query = new URLSearchParams(kinds[kind]?.(Math.abs(n)))
        if (n % 4 === 0 && next !== null) query.set('after', next)
        const began = performance.now()
        const answer = await fetch(
          `${product.origin}/api/job-postings/${jobId}/candidates?${query.toString()}`,
          { headers: { cookie } },
        )
        const body = await answer.text()
        if (!answer.ok) throw new Error(`${query.toString()} answers ${answer.status}: ${body}`)
        if (n >= 0) times[kind]?.push(performance.now() - began)
        next = (JSON.parse(body) as ResponseOf<typeof searchCandidates>).next
      }
      const { server, postgres } = await processorTimes(product.pid, postmaster)
      const [node, database] = [server - worked.server, postgres - worked.postgres].map((seconds) =>
        ((seconds * 1000) / searches).toFixed(1),
      )
      tell(`processor: node ${node}, postgres ${database} ms each`)
    } finally {
      await product.stop()
    }
    for (const [kind, some] of times.entries())
      tell(
        `${quantilesOf(some)}  by ${Object.keys(kinds[kind]?.(0) ?? {}).join(', ') || 'nothing'}`,
      )
    tell(`${quantilesOf(times.flat())}  all`)
  } finally {
    await db.destroy()
    await sql`drop database candidates with (force)`.execute(administration)
    await administration.destroy()
  }
}

/** @returns a posting, and the cookie of its owner, whose organization speaks for the name. */
async function fill(db: Db): Promise<{ jobId: string; cookie: string }> {
  const [owner, jobId, token] = [randomUUIDv7(), randomUUIDv7(), newSecret()]
  await sql`
    insert into users (id, email, first_name, role, email_verified_at)
    select coalesce(case when n = 0 then ${owner}::uuid end, uuidv7()), 'reader' || n || '@' || n % 5000 || '.test',
      'Reader ' || n, case n when 0 then 'employer' else 'physician' end, now()
    from generate_series(0, ${profiles}::integer) n
  `.execute(db)
  await sql`
    insert into sessions (token_hash, id, user_id, expires_at)
    values (${hashSecret(token)}, ${randomUUIDv7()}, ${owner}, now() + interval '1 day')
  `.execute(db)
  await sql`
    with made as (insert into organizations (id, name) values (${owner}, ${employer})),
      seated as (insert into organization_members values (${owner}, ${owner}, 'owner'))
    insert into name_grants (id, name, organization_id, kind, authority, granted_at)
    values (${owner}, ${employer}, ${owner}, 'own', 'administrator', now())
  `.execute(db)
  const posting: NewJob = {
    id: jobId,
    owner_id: owner,
    status: 'active',
    title: 'Cardiologist',
    employer,
    specialty: 'Cardiology',
    employment_type: 'full-time',
    city: 'Austin',
    state: 'TX',
    description: 'See patients in clinic four days a week.',
    posted_at: new Date(),
    updated_at: new Date(),
  }
  await db.transaction().execute((trx) => addJobs(trx, [posting]))
  const drawn = (values: readonly string[], power = 1) =>
    sql`(${values}::text[])[1 + floor(${values.length} * random() ^ ${power})]`
  const places = stateCodes.filter((code) => code !== 'OTHER')
  // Few specialties and states have many, a fifth is found by nobody, and each has an employer.
  await sql`
    with person as materialized (
      select id, random() < 0.8 as is_found, ${drawn(specialties, 2)} as specialty,
        1985 + floor(random() * 45)::integer as year, ${drawn(['Certified', 'Eligible', 'Training'], 2)} as board,
        array[${drawn(places, 2)}, ${drawn(places)}, ${drawn(places)}] as licenses,
        array[${drawn(places, 2)}, ${drawn(places)}] as states, ${drawn(['None', 'H1B', 'J1'], 3)} as visa,
        ${drawn(jobTypes, 2)} as type, random() < 0.3 as compact, random() < 0.2 as telehealth
      from users where role = 'physician'
    )
    insert into profiles (physician_id, fields, shown, words, found_id, found_until, to_firms,
      hidden_states, employer_keys, employer_domains, saved_at)
    select id, jsonb_build_object('specialty', array[specialty], 'trainingEnds', array[year || '-06'],
        'board', array[board], 'licenses', licenses, 'state', states, 'visa', array[visa],
        'jobType', array[type], 'sentence', array['I look for a calm clinic near family.']),
      array['specialty', 'trainingEnds', 'board', 'licenses', 'state', 'visa', 'jobType', 'sentence'],
      array['specialty:' || specialty, 'trainingEnds:' || year, 'board:' || board, 'visa:' || visa,
          'jobType:' || type]
        || array(select 'licenses:' || code from unnest(licenses) code)
        || array(select 'state:' || code from unnest(states) code)
        || case when compact then array['compact:true'] else '{}' end
        || case when telehealth then array['telehealth:true'] else '{}' end,
      case when is_found then gen_random_uuid() end,
      case when is_found then now() + random() * interval '90 days' end, random() < 0.6,
      case when random() < 0.05 then array[${drawn(places)}] else '{}' end,
      array['hospital ' || floor(random() * 3000)], array['h' || floor(random() * 3000) || '.test'],
      now() - random() * interval '90 days'
    from person
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
  return { jobId, cookie: `session=${token}` }
}
