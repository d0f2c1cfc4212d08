import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Keeps `job_search`, and tells every node what changed in it, at commit: the image that a job had (sign -1) and the one that it
 * has (sign 1), so that a node knows which searches it left and which it joined; one row without images (sign 0) where only
 * something changed that no search asks for. Many rows in one statement leave one mark without a job instead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_document(
      title text, specialty text, subspecialty text, specialty_other text, employer text, facility_name text, city text, state text,
      brief text, description text, employment_type text, visa_support text, payroll text, telehealth boolean,
      new_graduates_acceptable boolean, lat real, lon real, posted_at timestamptz, setting text[], schedule text[], benefits text[]
    ) returns tsvector language sql immutable parallel safe
    return array_to_tsvector(
        array_remove(array[
          specialty_lexeme(specialty),
          '@state:' || state,
          '@type:' || employment_type,
          '@visa:' || visa_support,
          '@payroll:' || payroll,
          case when telehealth then '@telehealth' end,
          case when new_graduates_acceptable then '@newGraduates' end,
          '@at:' || floor(lat)::text || ',' || floor(lon)::text,
          '@around:' || floor(lat / 2)::text || ',' || floor(lon / 2)::text,
          '@day:' || days_since_1970(posted_at)::text,
          '@week:' || (days_since_1970(posted_at) / 7)::text
        ], null)
        || mark_values('@setting:', setting) || mark_values('@schedule:', schedule) || mark_values('@benefit:', benefits)
      )
      || mark_lexemes('=', english_words(array[title, specialty, subspecialty, specialty_other]))
      || english_words(array[
           title, specialty, subspecialty, specialty_other, employer, facility_name, city, state_name(state), brief, description
         ])
  `.execute(db)

  await sql`drop table job_changes`.execute(db)
  await sql`
    create table job_changes (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      -- Says of a total that was counted whether the change was counted already.
      xid xid8 not null default pg_current_xact_id(),
      -- Null when the change is too large to tell one by one.
      job_id uuid,
      sign smallint not null,
      posted_at timestamptz,
      updated_at timestamptz,
      title text,
      city text,
      specialty text,
      state text,
      employment_type text,
      visa_support text,
      setting text[],
      schedule text[],
      benefits text[],
      telehealth boolean,
      new_graduates_acceptable boolean,
      pay_annual integer,
      lat real,
      lon real,
      search tsvector
    )
  `.execute(db)
  await sql`create index job_changes_at on job_changes (at)`.execute(db)

  for (const [operation, images] of Object.entries(operations)) await createTrigger(db, operation, images)
  await sql`alter table jobs drop column search`.execute(db)
}

type Images = { old: string; new: string; referencing: string }

/** No rows, where an operation has no such images. */
const none = '(select * from jobs where false)'
const operations: Record<string, Images> = {
  insert: { old: none, new: 'new_rows', referencing: 'new table as new_rows' },
  delete: { old: 'old_rows', new: none, referencing: 'old table as old_rows' },
  update: { old: 'old_rows', new: 'new_rows', referencing: 'old table as old_rows new table as new_rows' },
}

/** What `search_document` is made of, in the order of its arguments; the fingerprint tells whether it has to be made anew. */
const documentColumns = `
  title, specialty, subspecialty, specialty_other, employer, facility_name, city, state, brief, description, employment_type,
  visa_support, payroll, telehealth, new_graduates_acceptable, lat, lon, posted_at, setting, schedule, benefits`
const imageColumns = `
  posted_at, updated_at, title, city, specialty, state, employment_type, visa_support, setting, schedule, benefits, telehealth,
  new_graduates_acceptable, pay_annual, lat, lon`

const of = (alias: string, columns: string): string => columns.replaceAll(/\w+/g, (it) => `${alias}.${it}`)
const fingerprint = (alias: string): string => `hash_record_extended(row(${of(alias, documentColumns)}), 0)`
const isAsBefore = (alias: string): string =>
  `k.document = ${fingerprint(alias)} and k.updated_at = ${alias}.updated_at and k.pay_annual is not distinct from ${alias}.pay_annual`

async function createTrigger(db: Kysely<unknown>, operation: string, images: Images): Promise<void> {
  const name = sql.raw(`record_${operation === 'insert' ? 'inserted' : `${operation}d`}`)
  const functionName = sql.raw(`record_job_${operation}`)
  await sql`drop trigger ${name} on jobs`.execute(db)
  await sql`drop function ${functionName}()`.execute(db)
  await sql`create function ${functionName}() returns trigger language plpgsql as $$ ${sql.raw(body(images))} $$`.execute(db)
  await sql`
    create trigger ${name} after ${sql.raw(operation)} on jobs referencing ${sql.raw(images.referencing)}
      for each statement execute function ${functionName}()
  `.execute(db)
}

/**
 * A statement may change one job or all of them, and its plan is made once: so each row is compared with what `job_search` holds,
 * found by its key, and never with the other rows of the statement, unless these are few.
 */
function body({ old, new: current }: Images): string {
  const record = (statement: string): string => `
    with recorded as (insert into job_changes ${statement} returning id) select ids || array_agg(id) into ids from recorded;`
  const images = (sign: -1 | 1, rows: string, condition: string): string =>
    record(`(sign, job_id, ${imageColumns}, search)
      select ${sign}, i.id, ${of('i', imageColumns)}, k.search
      from ${rows} i join job_search k on k.job_id = i.id where i.status = 'active' and ${condition}`)
  return `
    declare
      many bigint;
      changed uuid[];
      ids bigint[] := '{}';
    begin
      select count(*) into many
        from (select status from ${old} o union all select status from ${current} n) images where status = 'active';
      if many = 0 then
        return null;
      elsif many > 200 then
        ${record('(sign) values (0)')}
      else
        ${images(-1, old, `not exists (select from ${current} n where n.id = i.id and n.status = 'active' and ${isAsBefore('n')})`)}
      end if;
      delete from job_search where job_id in (
        select id from ${old} o where status = 'active' except select id from ${current} n where status = 'active'
      );
      with kept as (
        insert into job_search
          select n.id, n.posted_at, n.updated_at,
            facet_bits(n.visa_support, n.setting, n.schedule, n.benefits, n.new_graduates_acceptable, n.telehealth),
            n.pay_annual, n.lat, n.lon, n.state, n.employment_type, n.specialty, lower(n.title), lower(n.city), ${fingerprint('n')},
            coalesce(k.search, search_document(${of('n', documentColumns)}))
          from ${current} n left join job_search k on k.job_id = n.id and k.document = ${fingerprint('n')}
          where n.status = 'active' and (k.job_id is null or not (${isAsBefore('n')}))
        on conflict (job_id) do update set ${searchColumns.map((it) => `${it} = excluded.${it}`).join(', ')}
        returning job_id
      )
      select coalesce(array_agg(job_id), '{}') into changed from kept;
      if many <= 200 then
        ${images(1, current, 'i.id = any (changed)')}
        ${record(`(sign, job_id) select 0, n.id from ${current} n where n.status = 'active' and n.id <> all (changed)`)}
      end if;
      perform pg_notify('jobs_changed', array_to_string(ids, ','));
      return null;
    end`
}

const searchColumns = [
  'posted_at',
  'updated_at',
  'facets',
  'pay_annual',
  'lat',
  'lon',
  'state',
  'employment_type',
  'specialty',
  'title',
  'city',
  'document',
  'search',
]
