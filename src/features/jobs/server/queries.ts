import { sql } from 'kysely'
import { plannedOnce, type Db } from '#platform/server/database.ts'
import { fewestPostings } from '../model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { listOf } from '#vocabulary/table.ts'
import type { JobRow, JobsTables, RowFacts } from './tables.ts'

/**
 * What lists show as it is stored. The long texts lie outside the row, and are not read for them.
 */
export const shownColumns = listOf(
  'id, title, employer, city, state, specialty, duration, start_date_text, priority, brief, facility_name, organization_type, user_type',
  'is_verified_hospital, visa_support, telehealth, new_graduates_acceptable, apply_url, source',
)
const otherColumns = listOf(
  'employment_type, payroll, snippet, comp_text, comp_min, comp_max, comp_unit, further_places, posted_at, updated_at',
)
const summaryColumns = [...shownColumns, ...otherColumns]

export type SummaryRow = Pick<JobRow, (typeof summaryColumns)[number]>

/** The columns of a `SummaryRow`. */
export const summaryList = sql.raw(summaryColumns.join(', '))

/** The rows of these jobs, in their order. Jobs that were taken down in between are missing. */
export async function findSummaries(db: Db, ids: readonly string[]): Promise<SummaryRow[]> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryList} from jobs where id = any (${ids}::uuid[]) and status = 'active'
    order by array_position(${ids}::uuid[], id) ${plannedOnce}
  `.execute(db)
  return rows
}

/**
 * The newest active jobs of an account and its organization; not the confidential ones, because
 * their list has its name.
 */
export const findSummariesOf = (
  db: Db,
  ownerId: string,
  { specialty, limit }: { specialty: Specialty | undefined; limit: number },
): Promise<SummaryRow[]> =>
  db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .select(summaryColumns)
    .where(sql<boolean>`owner_id = any (team_of(${ownerId}))`)
    .where('status', '=', sql.lit('active'))
    .where(sql<boolean>`employer_slug(employer) not like 'confidential%'`)
    .$if(specialty !== undefined, (query) => query.where('specialty', '=', specialty ?? 'Other'))
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Whether any job has been added yet, in whatever state. */
export const hasJobs = async (db: Db): Promise<boolean> =>
  (await db.withTables<JobsTables>().selectFrom('jobs').select('id').executeTakeFirst()) !==
  undefined

type EmployerRow = { key: string; name: string; jobs: number; isVerifiedHospital: boolean }

/**
 * Employers with active jobs by their names in lower case, after one of them, read from an index in
 * its order.
 */
export async function findEmployers(
  db: Db,
  { after, prefix, limit }: { after: string; prefix: string; limit: number },
): Promise<EmployerRow[]> {
  const { rows } = await sql<EmployerRow>`
    select lower(employer) as key, min(employer) as name, count(*)::integer as jobs,
      bool_or(is_verified_hospital) as "isVerifiedHospital"
    from jobs
    where status = 'active' and lower(employer) > ${after} and starts_with(lower(employer), lower(${prefix}))
    group by 1 order by 1 limit ${limit}
  `.execute(db)
  return rows
}

export type DetailRow = JobRow & {
  seen_at: Date | null
  logo_id: string | null
  /** The other sources that list the job, by name. */
  others: (RowFacts & { source: string })[]
}

/**
 * One public job, and when its source listed it last; undefined if there is none with this id, or
 * it is not active.
 */
export async function findActiveJob(db: Db, id: string): Promise<DetailRow | undefined> {
  return db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .leftJoin('job_sightings', 'job_id', 'id')
    .selectAll('jobs')
    .select([
      'seen_at',
      sql<string | null>`logo_of(employer)`.as('logo_id'),
      sql<DetailRow['others']>`said_elsewhere(id)`.as('others'),
    ])
    .where('id', '=', id)
    .where('status', '=', sql.lit('active'))
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
}

/** A job that was public and has closed. */
export async function findClosedJob(
  db: Db,
  id: string,
): Promise<Pick<JobRow, 'id' | 'title' | 'city' | 'state' | 'specialty'> | undefined> {
  return db
    .withTables<JobsTables>()
    .selectFrom('jobs')
    .select(['id', 'title', 'city', 'state', 'specialty'])
    .where('id', '=', id)
    .where('status', 'in', ['inactive', 'expired'])
    .where(sql<boolean>`was_public(id)`)
    .executeTakeFirst()
}

export type BoardFigures = {
  jobs: number
  /**
   * Employers, each once in every city where it hires, without practices and clinics that say they
   * are that.
   */
  hospitals: number
  /**
   * Of the wanted postings, each with the middle of its range, in US dollars a year; null if there
   * are too few.
   */
  medianPay: number | null
  /** Jobs by a state's code, each once in every state that it names, and by specialty. */
  counts: Record<string, number>
}

/** The board in figures. Reads the whole catalog: seconds at a million jobs. */
export async function countBoard(db: Db): Promise<BoardFigures> {
  const { rows } = await sql<BoardFigures>`
    with active as (
      select id, lower(employer) as employer, lower(city) as city, state, further_places, specialty,
        organization_type, middle_pay(jobs) as pay
      from jobs where status = 'active'
    ),
    counted as (
      select specialty as value, count(*) as n from active group by 1
      union all
      select state, count(*) from (
        select id, state from active
        union select id, place_state(place) from active cross join unnest(further_places) place
      ) placed group by 1
    )
    select
      (select count(*)::integer from active) as jobs,
      (
        select count(*)::integer from (
          select from active
          where organization_type is null or organization_type not in ('Private Practice', 'Clinic')
          group by employer, city, state
        ) workplace
      ) as hospitals,
      (
        select case
          when count(pay) >= ${fewestPostings} then percentile_cont(0.5) within group (order by pay)
            end from active
      ) as "medianPay",
      (select coalesce(json_object_agg(value, n), '{}') from counted) as counts
  `.execute(db)
  return rows[0] ?? { jobs: 0, hospitals: 0, medianPay: null, counts: {} }
}

/**
 * How often rows of the catalog have been written, as PostgreSQL counts for itself: unchanged for
 * as long as nothing changed. It hears of a change some seconds late.
 */
export async function countJobWrites(db: Db): Promise<string> {
  const { rows } = await sql<{ writes: string }>`
    select pg_stat_get_tuples_inserted(id) + pg_stat_get_tuples_updated(id)
      + pg_stat_get_tuples_deleted(id) as writes
    from (select 'jobs'::regclass::oid as id) catalog
  `.execute(db)
  return rows[0]?.writes ?? '0'
}

/** A typed word as the index knows it. */
type WordForms = {
  /** English stems; none for a stop word. */
  lexemes: string[]
  /** Stems of the likeliest words that begin like it: for the one that may still be growing. */
  completions: string[]
  /** Whether it is more often a word itself than the beginning of another. */
  isComplete: boolean
  /** Whether it stands, or begins a word, in the vocabulary. */
  isKnown: boolean
  /** Whether it is a word of titles, employers or places rather than of texts. */
  isName: boolean
}

/**
 * The index's forms of words, and its query for each exact phrase. A phrase of stop words alone has
 * an empty query.
 */
export type Stems = { words: ReadonlyMap<string, WordForms>; phrases: ReadonlyMap<string, string> }

/** What the database knows of the words, phrases and names that a search may mean. */
export type Known = Stems & {
  /** How many active jobs were in these cities when the vocabulary was made. */
  jobsIn: ReadonlyMap<string, number>
  /** Those of the names with which an employer's name begins. */
  employers: ReadonlySet<string>
}

/**
 * All that a search asks the database before anybody decides what it means, in one statement. Words
 * come as one text, because PostgreSQL estimates an array by its length, and plans anew for each:
 * 0.9 ms instead of 0.2. `offset 0` keeps it from folding a word again wherever `typed` is used.
 */
export async function lookUp(
  db: Db,
  wanted: { words: string[]; phrases: string[]; cities: string[]; names: string[] },
): Promise<Known> {
  if (wanted.words.length + wanted.cities.length === 0) return nothingKnown
  const { rows } = await sql<{
    forms: (WordForms & { word: string })[] | null
    phrases: Record<string, string> | null
    cities: Record<string, number> | null
    employers: string[] | null
  }>`
    select
      (
        select json_agg(json_build_object(
          'word', word, 'lexemes', lexemes, 'isKnown', "isKnown", 'isComplete', coalesce("isComplete", false),
          'isName', exists (select from search_vocabulary v
            where v.stem = any (lexemes || ('=' || typed.folded))),
          'completions', array(
            select distinct lexeme from unnest(likely) likely_word,
              unnest(tsvector_to_array(to_tsvector('english', likely_word))) lexeme
          )
        ))
        from string_to_table(${[...new Set(wanted.words)].join(' ')}::text, ' ') word
        cross join lateral (
          select lower(search_text(word)) as folded, tsvector_to_array(to_tsvector('english',
            search_text(word))) as lexemes offset 0
        ) typed
        cross join lateral (
          select count(*) > 0 as "isKnown", array_agg(v.folded) as likely,
            (array_agg(v.folded order by n desc))[1] = typed.folded as "isComplete"
          from (
            select v.folded, v.n from search_vocabulary v
            where v.kind = 'word' and v.folded ~>=~ typed.folded and v.folded ~<~ (typed.folded || U&'\\FFFF')
              and length(typed.folded) >= ${shortestCompleted}
            order by v.n desc limit ${likelyWords}
          ) v
        ) found
        where word <> ''
      ) as forms,
      (
        select json_object_agg(phrase, phraseto_tsquery('english', search_text(phrase))::text)
        from unnest(${wanted.phrases}::text[]) phrase
      ) as phrases,
      (
        select json_object_agg(label, n) from search_vocabulary where kind = 'place'
          and label = any(${wanted.cities}::text[])
      ) as cities,
      (
        select json_agg(name) from unnest(${wanted.names}::text[]) name where exists (
          select from search_vocabulary v where v.kind = 'employer' and v.folded ~>=~ name
            and v.folded ~<~ (name || '!')
        )
      ) as employers
    ${plannedOnce}
  `.execute(db)
  const { forms, phrases, cities, employers } = rows[0] ?? {}
  return {
    words: new Map(forms?.map((form) => [form.word, form])),
    phrases: new Map(Object.entries(phrases ?? {})),
    jobsIn: new Map(Object.entries(cities ?? {})),
    employers: new Set(employers),
  }
}
const nothingKnown: Known = {
  words: new Map(),
  phrases: new Map(),
  jobsIn: new Map(),
  employers: new Set(),
}
const likelyWords = 8
/** So many words begin like a shorter one that none is likely. */
export const shortestCompleted = 3

/** How many active jobs were in each of these cities when the vocabulary was made. */
export async function countJobsIn(db: Db, labels: readonly string[]): Promise<Map<string, number>> {
  if (labels.length === 0) return new Map()
  const { rows } = await sql<{ label: string; n: number }>`
    select label, n from search_vocabulary
    where kind = 'place' and label = any(${labels}::text[]) ${plannedOnce}
  `.execute(db)
  return new Map(rows.map((row) => [row.label, row.n]))
}

/** The words of the catalog that resemble each of these. */
export async function findSimilarWords(
  db: Db,
  words: readonly string[],
): Promise<{ typed: string; word: string; n: number }[]> {
  const { rows } = await sql<{ typed: string; word: string; n: number }>`
    select typed, s.word, s.n from unnest(${words}::text[]) typed cross
      join lateral similar_words(typed) s ${plannedOnce}
  `.execute(db)
  return rows
}

/** Which of these words stand in an active job just so. */
export async function wordsInUse(db: Db, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) word where exists (
      select from (
        select job_id from job_search where search @@ plainto_tsquery('english', search_text(word))
          limit ${mostRead}
      ) alike
      join jobs on jobs.id = job_id
      where concat_ws(
        ' ', title, subspecialty, specialty_other, employer, facility_name, brief, description,
          original_description
      ) ~* ('\\m' || regexp_replace(word, '\\W', '\\\\\\&', 'g') || '\\M')
    )
    ${plannedOnce}
  `.execute(db)
  return new Set(rows.map((row) => row.word))
}

/**
 * A slip may have the stem of a real word, so the texts themselves are looked at, but not all of
 * them.
 */
const mostRead = 20

/** The addresses of all names of the organization that has this one. */
export async function findEmployerSlugs(db: Db, slug: string): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select names.slug from owned_names named join owned_names names using (organization_id)
    where named.slug = ${slug} and named.slug <> '' and names.slug <> '' ${plannedOnce}
  `.execute(db)
  return rows.length === 0 ? [slug] : rows.map((row) => row.slug)
}
