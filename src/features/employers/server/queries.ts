import { sql } from 'kysely'
import { listEmployers } from '#features/jobs/server/public.ts'
import { fewestPostings } from '#features/jobs/model.ts'
import { termNames } from '#features/jobs/terms.ts'
import type { Db } from '#platform/server/database.ts'
import { employerDirectoryPath, employerPath } from '#shared/paths.ts'
import type { EmployerProfile } from '../contract.ts'

type Profile = Omit<EmployerProfile, 'specialties' | 'terms'> & { terms: number[] }
type SpecialtyRow = Omit<EmployerProfile['specialties'][number], 'boardMedian'>

/** What the active jobs of an employer tell of it; undefined if it has none. */
export async function findEmployer(db: Db, slug: string): Promise<(Profile & { specialties: SpecialtyRow[] }) | undefined> {
  const jobs = sql`job_search s join jobs on id = s.job_id where s.search @@ ${`'@employer:${slug}'`}::tsquery and status = 'active'`
  const stated = termNames.map((term) => sql`count(*) filter (where terms ? ${term})::integer`)
  const { rows } = await sql<Profile>`
    select mode() within group (order by employer) as name, count(*)::integer as jobs, count(distinct jobs.state)::integer as states,
      bool_or(is_verified_hospital) as "isVerifiedHospital", bool_and(user_type = 'recruiter') as "isThroughRecruiters",
      mode() within group (order by organization_type) as "organizationType", array[${sql.join(stated)}] as terms
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
  return { ...rows[0], specialties }
}

/** An address file has at most 50,000. */
const mostPages = 20_000

/** The pages of employers, for the sitemap. */
export async function employerPages(db: Db): Promise<string[]> {
  const employers = await listEmployers(db, { after: '', prefix: '', limit: mostPages })
  const paths = employers.map(({ name }) => employerPath(name)).filter((it) => it !== undefined)
  return [employerDirectoryPath, ...new Set(paths)]
}
