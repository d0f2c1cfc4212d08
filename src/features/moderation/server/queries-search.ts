import { sql, type RawBuilder } from 'kysely'
import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { placeText } from '#features/jobs/display.ts'
import type { Db } from '#platform/server/database.ts'
import type { ResponseOf } from '#shared/contract.ts'

type Found = ResponseOf<'GET /api/admin/postings'>['postings']
type Row = Omit<Found[number], 'referenceId' | 'location' | 'postedAt'> &
  Pick<JobRow, 'city' | 'state' | 'posted_at'>

const [most, maxWords, closedImports] = [50, 8, 20_000]

/**
 * Each word has to occur in title and employer, or in the name or address of who posted it; words
 * of the latter are looked up first, because the index of accounts finds few. Closed imports have
 * no index: of those, the latest are read.
 */
export async function searchPostings(db: Db, q: string): Promise<Found> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (words.length === 0) return []
  const reference = /^(?:wc-?)?([\da-f]{6})$/i.exec(q.trim())?.[1]?.toLowerCase()
  const has = (text: RawBuilder<unknown>, folded = sql``) =>
    sql.join(
      words.map(
        (word) =>
          sql`${text} like ${folded}(${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`,
      ),
      sql` and `,
    )
  const posted = sql`lower(title || ' ' || employer || ' ' || coalesce(contact_email, ''))`
  const stated = sql`lower(jobs.title || ' ' || jobs.employer)`
  const { rows } = await sql<Row>`
    with found as (
      (select id from jobs where right(id::text, 6) = ${reference ?? ''})
      union
      (select id from jobs where channel <> 'import' and ${has(posted)} order by posted_at desc limit ${most})
      union
      (
        select jobs.id from users u join jobs on owner_id = u.id
        where ${has(sql`u.search_text`, sql`fold_accents`)} order by posted_at desc limit ${most}
      )
      union
      (
        select jobs.id from job_search s join jobs on jobs.id = s.job_id
        where s.search @@ plainto_tsquery('english', search_text(${words.join(' ')})) and ${has(stated)}
        order by s.posted_at desc limit ${most}
      )
      union
      (
        select id from (
          select id, title, employer from jobs
          where status <> 'active' and channel = 'import' order by posted_at desc limit ${closedImports}
        ) jobs
        where ${has(stated)} limit ${most}
      )
    )
    select jobs.id, title, employer as company, city, state, status, channel, jobs.posted_at,
      coalesce(u.email, contact_email) as poster,
      exists (select from posting_holds h where h.job_id = jobs.id and h.lifted_at is null) as "isHeld"
    from found join jobs using (id) left join users u on u.id = owner_id
    order by jobs.posted_at desc limit ${most}
  `.execute(db)
  return rows.map(({ city, state, posted_at, ...row }) => ({
    ...row,
    referenceId: referenceCode(row.id),
    location: placeText({ city, state }),
    postedAt: posted_at.toISOString(),
  }))
}
