import { sql } from 'kysely'
import { findEmployers } from '#features/jobs/server/public.ts'
import { fewestPostings } from '#features/jobs/model.ts'
import { termNames } from '#features/jobs/terms.ts'
import type { Db } from '#platform/server/database.ts'
import { employerDirectoryPath, employerPath, slugOf } from '#shared/paths.ts'
import type { ResponseOf } from '#shared/contract.ts'
import type { EmployerProfile, listEmployers } from '../contract.ts'
import { countedMonths, fewestCounted } from '../model.ts'

type Profile = Omit<
  EmployerProfile,
  'specialties' | 'places' | 'terms' | 'answers' | 'closed' | 'logoId' | 'photos' | 'about'
> & {
  terms: number[]
  owners: string[]
}
type SpecialtyRow = Omit<EmployerProfile['specialties'][number], 'boardMedian'>
export type FoundEmployer = Profile & { specialties: SpecialtyRow[] } & Pick<
    EmployerProfile,
    'places' | 'answers' | 'closed' | 'logoId' | 'photos' | 'about'
  >

type EmployerList = ResponseOf<typeof listEmployers>['employers']
type Summary = Pick<EmployerList[number], 'place' | 'places' | 'organizationType' | 'specialties'>

const place = sql`case when jobs.state = 'OTHER' then jobs.city
  else concat_ws(', ', nullif(jobs.city, ''), jobs.state) end`

/** Where these employers hire, and whom; the keys are names in lower case. */
export async function findSummaries(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, Summary>> {
  const { rows } = await sql<Summary & { key: string }>`
    select key, facts.*, specialties
    from unnest(${keys}::text[]) as key cross join lateral (
      select mode() within group (order by ${place}) as place, count(distinct ${place})::integer
        as places, mode() within group (order by organization_type) as "organizationType"
      from jobs where status = 'active' and lower(employer) = key
    ) facts cross join lateral (
      select coalesce(array_agg(specialty order by n desc, specialty), '{}') as specialties from (
        select specialty, count(*) as n from jobs where status = 'active' and lower(employer) = key
        group by 1 order by 2 desc, 1 limit 2
      ) most
    ) hired
  `.execute(db)
  return new Map(rows.map(({ key, ...summary }) => [key, summary]))
}

/**
 * What the active jobs of an employer tell of it, whatever name of its organization they have;
 * undefined without any.
 */
export async function findEmployer(db: Db, slug: string): Promise<FoundEmployer | undefined> {
  const organization = await findOrganizationNamed(db, slug)
  const slugs = organization?.slugs ?? [slug]
  const wanted = slugs.map((former) => `'@employer:${former}'`).join(' | ')
  const jobs = sql`job_search s join jobs on id = s.job_id where s.search @@ ${wanted}::tsquery
    and status = 'active'`
  const stated = termNames.map((term) => sql`count(*) filter (where terms ? ${term})::integer`)
  const { rows } = await sql<Profile>`
    select mode() within group (order by employer) as name, count(*)::integer as jobs,
      count(distinct jobs.state)::integer as states, count(distinct ${place})::integer as "placeCount",
      bool_or(is_verified_hospital) as "isVerifiedHospital", bool_and(user_type = 'recruiter')
        as "isThroughRecruiters",
      case
        when bool_and(channel = 'import') then null
        when bool_and(user_type = 'recruiter') filter (where channel <> 'import') then 'search-firms'
        when bool_or(user_type = 'recruiter') filter (where channel <> 'import') then 'both'
        else 'in-house'
      end as hires,
      mode() within group (order by organization_type) as "organizationType",
        array[${sql.join(stated)}] as terms,
      array_agg(distinct owner_id) filter (where owner_id is not null and channel <> 'import') as owners
    from ${jobs}
    having count(*) > 0
  `.execute(db)
  if (!rows[0]) return undefined
  const { rows: specialties } = await sql<SpecialtyRow>`
    select jobs.specialty, count(*)::integer as jobs,
      case when count(s.middle_pay) >= ${fewestPostings}
        then round(percentile_cont(0.5) within group (order by s.middle_pay))::integer end as median
    from ${jobs}
    group by 1 order by 2 desc, 1
  `.execute(db)
  const { rows: places } = await sql<{ place: string }>`
    select ${place} as place from ${jobs} group by 1 order by count(*) desc, 1 limit 3
  `.execute(db)
  const answers = await findAnswers(db, rows[0].owners ?? [], slugs)
  const closed = await findClosed(db, rows[0].owners ?? [], slugs)
  const name = organization?.name ?? rows[0].name
  return {
    ...rows[0],
    name,
    specialties,
    places: places.map((row) => row.place),
    answers,
    closed,
    logoId: organization?.logoId ?? null,
    photos: organization?.photos ?? [],
    about: organization?.about ?? null,
  }
}

/** An organization by one of the addresses that it owns. */
async function findOrganizationNamed(db: Db, slug: string) {
  const { rows } = await sql<{
    name: string
    slugs: string[]
    logoId: string | null
    photos: EmployerProfile['photos']
    about: NonNullable<EmployerProfile['about']>
  }>`
    select o.name, logo_id as "logoId", photos,
      json_build_object('kind', kind, 'size', size, 'site', site, 'description', description) as about,
      array(select slug from owned_names where organization_id = o.id) as slugs
    from organizations o
    where id = (select organization_id from owned_names where slug = ${slug})
      and employer_slug(o.name) in (select slug from owned_names where organization_id = o.id)
  `.execute(db)
  return rows[0]
}

/** Organizations whose present name is another one than what was looked for. */
export async function findByOtherName(
  db: Db,
  prefix: string,
  limit: number,
): Promise<EmployerList> {
  if (slugOf(prefix) === '') return []
  const { rows } = await sql<EmployerList[number]>`
    select o.name, n.name as "alsoNamed", null as place, 0 as places, o.kind as "organizationType",
      '{}'::text[] as specialties, open.*
    from owned_names n join organizations o on o.id = organization_id cross join lateral (
      select count(*)::integer as jobs, bool_or(is_verified_hospital) as "isVerifiedHospital"
      from job_search s join jobs on id = s.job_id
      where status = 'active' and s.search @@ (
        select string_agg(format('''@employer:%s''', slug), ' | ') from owned_names
        where organization_id = o.id and slug <> ''
      )::tsquery
    ) open
    where starts_with(n.slug, ${slugOf(prefix)}) and n.slug <> employer_slug(o.name) and jobs > 0
    order by n.slug limit ${limit}
  `.execute(db)
  return rows
}

/** The page of the name that an organization has now. */
export async function findMovedEmployer(db: Db, path: string): Promise<string | undefined> {
  const slug = /^\/employers\/([a-z0-9-]+)$/.exec(path)?.[1]
  const organization = slug === undefined ? undefined : await findOrganizationNamed(db, slug)
  const moved = organization && employerPath(organization.name)
  return moved === path ? undefined : moved
}

/**
 * How long inquiries waited for an answer; one that waits for less than two weeks does not count
 * yet.
 */
async function findAnswers(db: Db, owners: readonly string[], slugs: readonly string[]) {
  const { rows } = await sql<Middle>`
    select count(*)::integer as count, percentile_disc(0.5) within group (
      order by coalesce(extract(epoch from answered_at - inquiries.created_at), 'infinity')::float8
    ) as seconds
    from jobs join inquiries on job_id = jobs.id
    where ${isOfEmployer(owners, slugs)} and withdrawn_at is null
      and inquiries.created_at > now() - make_interval(months => ${countedMonths})
      and (answered_at is not null or inquiries.created_at < now() - interval '14 days')
  `.execute(db)
  const middle = middleOf(rows)
  return middle && { days: middle.days, inquiries: middle.count }
}

/** How long postings were open that closed, from the first day on; the public has seen each. */
async function findClosed(db: Db, owners: readonly string[], slugs: readonly string[]) {
  const { rows } = await sql<Middle>`
    select count(*)::integer as count, percentile_disc(0.5) within group (order by extract(epoch
      from closed - opened)::float8) as seconds
    from jobs cross join lateral (
      select min(at) filter (where to_status = 'active') as opened,
        max(at) filter (where from_status = 'active' and to_status <> 'active') as closed
      from posting_events where job_id = jobs.id
    ) events
    where ${isOfEmployer(owners, slugs)} and status in ('inactive', 'expired', 'removed')
      and closed > now() - make_interval(months => ${countedMonths})
  `.execute(db)
  const middle = middleOf(rows)
  return middle && { days: middle.days, postings: middle.count }
}

/** Postings that these accounts made in the employer's name. */
const isOfEmployer = (owners: readonly string[], slugs: readonly string[]) =>
  sql`owner_id = any (${owners}::uuid[]) and employer_slug(employer) = any (${slugs}::text[])`

type Middle = { count: number; seconds: number | null }

/** Null for too few, and where the middle one still waits. */
function middleOf([{ count, seconds } = { count: 0, seconds: null }]: Middle[]) {
  if (count < fewestCounted || seconds === null || !Number.isFinite(seconds)) return null
  return { count, days: Math.max(1, Math.ceil(seconds / 86_400)) }
}

/** An address file has at most 50,000. */
const mostPages = 20_000

/** The pages of employers, for the sitemap: of an organization the one of its present name. */
export async function employerPages(db: Db): Promise<string[]> {
  const employers = await findEmployers(db, { after: '', prefix: '', limit: mostPages })
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, o.name from owned_names join organizations o on o.id = organization_id
  `.execute(db)
  const names = new Map(rows.map(({ slug, name }) => [slug, name]))
  const paths = employers.flatMap(({ name }) => employerPath(names.get(slugOf(name)) ?? name) ?? [])
  return [employerDirectoryPath, ...new Set(paths)]
}

/**
 * Where an employer is reached: what sources say in imported jobs, and a verified organization on
 * its page.
 */
export async function findContacts(db: Db, slug: string): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select contact
    from job_search s join jobs on id = s.job_id
      cross join lateral (values (contact_website), (public_email), (contact_email)) as stated (contact)
    where s.search @@ ${`'@employer:${slug}'`}::tsquery and status = 'active' and channel = 'import'
      and contact is not null
    group by contact
    union
    select site from organizations join owned_names on organization_id = organizations.id
    where slug = ${slug} and site is not null
    limit 500
  `.execute(db)
  return rows.map((row) => row.contact)
}

/** The proved addresses of accounts that post under this name. */
export async function findPosters(db: Db, slug: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email
    from job_search s join jobs on jobs.id = s.job_id join users on users.id = owner_id
    where s.search @@ ${`'@employer:${slug}'`}::tsquery and status = 'active'
      and email_verified_at is not null limit 50
  `.execute(db)
  return rows.map((row) => row.email)
}

export async function findOrganizationId(db: Db, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from owned_names where slug = ${slug}
  `.execute(db)
  return rows[0]?.id
}
