import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { usStates } from '#shared/us-states.ts'

/**
 * The catalogue. What lists and filters read stays in a narrow heap; long texts and the search vector live out of line.
 *
 * `search` holds three kinds of lexemes that no text contains beside the words, so that one index answers whole searches
 * without a look into the rows:
 * - '=cardiologist': the word stands in the title or the specialty;
 * - 'spcardiology', '@state:TX', '@setting:Inpatient' …: the values that filters ask for;
 * - '@at:30,-98', '@around:15,-49', '@day:20777', '@week:2968': the squares of one and two degrees that the job lies in, and
 *   when it was posted, counted from 1970: coarse, to be followed by an exact comparison.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function specialty_lexeme(text) returns text
      language sql immutable strict parallel safe
      return 'sp' || regexp_replace(lower($1), '[^a-z]', '', 'g')
  `.execute(db)
  // Without the signs that the parser builds names and numbers from, 'OB/GYN', 'J-1' and '24/7' fall into the same words
  // however they are written. (One `translate` for all of them takes many times longer than these.)
  await sql`
    create function search_text(text) returns text
      language sql immutable parallel safe
      return ${joiners.reduce((inner, sign) => sql`replace(${inner}, ${sql.lit(sign)}, ' ')`, sql`public.fold_accents(coalesce($1, ''))`)}
  `.execute(db)
  await sql`
    create function english_words(text[]) returns tsvector
      language sql immutable parallel safe
      return to_tsvector('english', search_text(array_to_string($1, ' ')))
  `.execute(db)
  await sql`
    create function mark_lexemes(mark text, words tsvector) returns tsvector
      language sql immutable strict parallel safe
      return array_to_tsvector(array(select mark || word from unnest(tsvector_to_array(words)) word))
  `.execute(db)
  await sql`
    create function mark_values(mark text, list text[]) returns text[]
      language sql immutable strict parallel safe
      return array(select mark || value from unnest(list) value)
  `.execute(db)
  await sql`
    create function days_since_1970(timestamptz) returns integer
      language sql immutable strict parallel safe
      return ($1 at time zone 'UTC')::date - date '1970-01-01'
  `.execute(db)
  await sql`
    create function state_name(text) returns text
      language sql immutable strict parallel safe
      return ${sql.lit(JSON.stringify(usStates))}::jsonb ->> $1
  `.execute(db)
  await sql`
    create table jobs (
      id uuid primary key,
      status text not null check (status in ('pending', 'active', 'inactive', 'expired', 'rejected', 'removed')),
      created_at timestamptz not null default now(),
      posted_at timestamptz not null,
      updated_at timestamptz not null,
      expires_at timestamptz,
      title text not null,
      employer text not null,
      city text not null,
      state text not null,
      zip text,
      lat real,
      lon real,
      specialty text not null,
      specialty_other text,
      subspecialty text,
      employment_type text not null,
      duration text,
      payroll text,
      priority text not null default 'Standard',
      organization_type text,
      user_type text not null default 'employer',
      is_verified_hospital boolean not null default false,
      start_date_text text,
      hire_window text,
      comp_text text,
      comp_min numeric(12, 2),
      comp_max numeric(12, 2),
      comp_unit text not null default 'YEAR',
      comp_notes text,
      -- The pay brought to US dollars a year, for sorting and filtering; the larger end, or the only one.
      pay_annual integer,
      visa_support text,
      ehr text,
      setting text[] not null default '{}',
      schedule text[] not null default '{}',
      benefits text[] not null default '{}',
      telehealth boolean not null default false,
      fellowship_required boolean not null default false,
      subspecialty_required boolean not null default false,
      state_license_required boolean not null default false,
      board_recertification_required boolean not null default false,
      medically_underserved_area boolean not null default false,
      new_graduates_acceptable boolean not null default false,
      facility_name text,
      facility_street text,
      facility_city text,
      facility_state text,
      facility_zip text,
      facility_country text,
      logo_url text,
      apply_url text,
      contact_name text,
      contact_email text,
      public_email text,
      contact_phone text,
      contact_website text,
      source text not null default 'manual',
      source_url text,
      structured_data_allowed boolean not null default true,
      brief text,
      snippet text not null default '',
      description text not null,
      team_notes text,
      job_duties text,
      original_description text,
      original_requirements text,
      original_benefits text,
      search tsvector not null generated always as (
        array_to_tsvector(
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
      ) stored
    ) with (toast_tuple_target = 256)
  `.execute(db)
  await sql`
    alter table jobs
      alter column description set storage external,
      alter column search set storage external,
      -- What is sorted by and counted must not be fetched from out of line row by row.
      alter column title set storage main,
      alter column employer set storage main,
      alter column city set storage main,
      alter column specialty set storage main,
      alter column employment_type set storage main,
      alter column setting set storage main,
      alter column schedule set storage main,
      alter column benefits set storage main,
      alter column specialty set statistics 1000,
      alter column city set statistics 1000
  `.execute(db)
  for (const [name, columns] of Object.entries(activeIndexes)) {
    await sql`create index ${sql.ref(name)} on jobs ${sql.raw(columns)} where status = 'active'`.execute(db)
  }
  await sql`create index jobs_not_active on jobs (status, posted_at) where status <> 'active'`.execute(db)
}

const joiners = ['/', '-', '.', '@', '_', '+', ':', '&', '<', '~', '•', '·']

/** All lists are lists of active jobs, so their indexes hold nothing else; each ends in (posted_at, id) for a stable order. */
const activeIndexes: Record<string, string> = {
  jobs_newest: '(posted_at desc, id desc)',
  jobs_ids: '(id) include (updated_at)',
  jobs_updated: '(updated_at desc, id desc)',
  jobs_specialty_state: '(specialty, state, posted_at desc, id desc)',
  jobs_specialty: '(specialty, posted_at desc, id desc)',
  jobs_state: '(state, posted_at desc, id desc)',
  jobs_type: '(employment_type, posted_at desc, id desc)',
  jobs_title: '(lower(title), posted_at desc, id desc)',
  jobs_city: '(lower(city), posted_at desc, id desc)',
  jobs_pay: '(pay_annual desc nulls last, posted_at desc, id desc)',
  jobs_pay_ascending: '(pay_annual, posted_at desc, id desc)',
  jobs_search: 'using gin (search)',
}
