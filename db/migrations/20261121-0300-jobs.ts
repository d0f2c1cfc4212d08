import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The catalogue. Everything a list shows stays in a narrow heap; long texts and the search vector live out of line.
 * `search` weighs title and specialty A, employer and place B, the text D; each job also carries one made-up lexeme for
 * its specialty ('spcardiology'), so that an abbreviation can be searched as exactly that specialty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function specialty_lexeme(text) returns text
      language sql immutable strict parallel safe
      return 'sp' || regexp_replace(lower($1), '[^a-z]', '', 'g')
  `.execute(db)
  // A slash would make 'OB/GYN' one file name to the parser.
  await sql`
    create function search_text(text) returns text
      language sql immutable parallel safe
      return translate(public.fold_accents(coalesce($1, '')), '/&+|', '    ')
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
        (specialty_lexeme(specialty) || ':1A')::tsvector
        || setweight(to_tsvector('english', search_text(title)), 'A')
        || setweight(to_tsvector('english', search_text(specialty || ' ' || coalesce(subspecialty, '') || ' ' || coalesce(specialty_other, ''))), 'A')
        || setweight(to_tsvector('english', search_text(employer || ' ' || coalesce(facility_name, ''))), 'B')
        || setweight(to_tsvector('english', search_text(city)), 'B')
        || setweight(to_tsvector('english', search_text(brief)), 'D')
        || setweight(to_tsvector('english', search_text(description)), 'D')
      ) stored
    ) with (toast_tuple_target = 256)
  `.execute(db)
  await sql`
    alter table jobs
      alter column description set storage external,
      alter column search set storage external,
      alter column specialty set statistics 1000,
      alter column city set statistics 1000
  `.execute(db)
  for (const [name, columns] of Object.entries(activeIndexes)) {
    await sql`create index ${sql.ref(name)} on jobs ${sql.raw(columns)} where status = 'active'`.execute(db)
  }
  await sql`create index jobs_not_active on jobs (status, posted_at) where status <> 'active'`.execute(db)
}

/** All lists are lists of active jobs, so their indexes hold nothing else; each ends in (posted_at, id) for a stable order. */
const activeIndexes: Record<string, string> = {
  jobs_newest: '(posted_at desc, id desc)',
  jobs_updated: '(updated_at desc, id desc)',
  jobs_specialty_state: '(specialty, state, posted_at desc, id desc)',
  jobs_specialty: '(specialty, posted_at desc, id desc)',
  jobs_state: '(state, posted_at desc, id desc)',
  jobs_type: '(employment_type, posted_at desc, id desc)',
  jobs_title: '(lower(title), posted_at desc, id desc)',
  jobs_city: '(lower(city), posted_at desc, id desc)',
  jobs_pay: '(pay_annual desc nulls last, posted_at desc, id desc)',
  jobs_place: '(lat, lon) include (specialty, employment_type)',
  jobs_search: 'using gin (specialty, state, employment_type, search)',
  jobs_lists: 'using gin (setting, schedule, benefits)',
}
