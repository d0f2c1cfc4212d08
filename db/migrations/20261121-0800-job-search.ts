import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'

/**
 * Active jobs as searches see them, in a table of their own: a row of `jobs` is ten times as long, and to gather ten thousand hits
 * costs about what their pages cost. Triggers keep it in the transaction of the change; nobody else writes to it.
 *
 * `search` holds what the column of the same name in `jobs` held. `facets` has one bit for each value that filters count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function facet_bits(visa text, setting text[], schedule text[], benefits text[], new_graduates boolean, telehealth boolean)
      returns bigint language sql immutable parallel safe
      return coalesce(1::bigint << array_position(${list(facetValues.visa)}, visa) - 1, 0)
        | ${bitsOf('setting', facetValues.setting, 4)}
        | ${bitsOf('schedule', facetValues.schedule, 14)}
        | ${bitsOf('benefits', facetValues.benefits, 22)}
        | case when new_graduates then 1::bigint << 34 else 0 end
        | case when telehealth then 1::bigint << 35 else 0 end
  `.execute(db)
  await sql`
    create table job_search (
      job_id uuid primary key,
      posted_at timestamptz not null,
      updated_at timestamptz not null,
      facets bigint not null,
      pay_annual integer,
      lat real,
      lon real,
      state text not null,
      employment_type text not null,
      specialty text not null,
      -- What titles and cities are sorted by: in lower case.
      title text not null,
      city text not null,
      -- A fingerprint of everything that \`search\` is made of.
      document bigint not null,
      search tsvector not null
    ) with (toast_tuple_target = 128)
  `.execute(db)
  await sql`
    alter table job_search
      alter column search set storage external,
      alter column search set statistics 300,
      alter column specialty set statistics 1000,
      alter column title set storage main,
      alter column city set storage main,
      alter column specialty set storage main,
      alter column employment_type set storage main
  `.execute(db)
  await sql`
    insert into job_search
    select id, posted_at, updated_at, facet_bits(visa_support, setting, schedule, benefits, new_graduates_acceptable, telehealth),
      pay_annual, lat, lon, state, employment_type, specialty, lower(title), lower(city), 0, search
    from jobs where status = 'active' order by posted_at
  `.execute(db)
  for (const [name, definition] of Object.entries(indexes)) {
    await sql`create index ${sql.ref(name)} on job_search ${sql.raw(definition)}`.execute(db)
  }
  // Those that only searches used.
  for (const name of outgrown) await sql`drop index ${sql.ref(name)}`.execute(db)
}

const facetValues = {
  visa: ['None', 'H1B', 'J1', 'Other'],
  setting: [
    'Inpatient',
    'Outpatient',
    'Emergency Department',
    'ICU/Critical Care',
    'Clinic',
    'Surgery Center',
    'Research',
    'Telemedicine',
    'Home Visits',
    'Other',
  ],
  schedule: ['Days', 'Nights', 'Call', 'Shift Work', 'Weekends', 'Flexible', 'Remote', 'Other'],
  benefits: [
    'Health Insurance',
    'Dental Insurance',
    'Vision Insurance',
    '401k/Retirement',
    'Paid Time Off',
    'CME Allowance',
    'Malpractice Insurance',
    'Relocation Assistance',
    'Signing Bonus',
    'Performance Bonus',
    'Flexible Schedule',
    'Other',
  ],
}

const list = (values: string[]): RawBuilder<unknown> => sql.raw(`array[${values.map((it) => `'${it}'`).join(', ')}]`)

/** The bits of a list's values, from this bit on. */
const bitsOf = (column: string, values: string[], first: number): RawBuilder<unknown> => sql`
  coalesce((
    select bit_or(1::bigint << array_position(${list(values)}, value) + ${sql.lit(first - 1)}) from unnest(${sql.ref(column)}) value
  ), 0)`

/** Each ends in (posted_at, job_id), for a stable order. */
const indexes: Record<string, string> = {
  // What was inserted lately is kept in a list that every search has to read: it must stay short.
  job_search_words: 'using gin (search) with (gin_pending_list_limit = 64)',
  job_search_newest: '(posted_at desc, job_id desc)',
  job_search_updated: '(updated_at desc, job_id desc)',
  job_search_specialty_state: '(specialty, state, posted_at desc, job_id desc)',
  job_search_specialty: '(specialty, posted_at desc, job_id desc)',
  job_search_state: '(state, posted_at desc, job_id desc)',
  job_search_type: '(employment_type, posted_at desc, job_id desc)',
  job_search_title: '(title, posted_at desc, job_id desc)',
  job_search_city: '(city, posted_at desc, job_id desc)',
  job_search_pay: '(pay_annual desc nulls last, posted_at desc, job_id desc)',
  job_search_pay_ascending: '(pay_annual, posted_at desc, job_id desc)',
}

const outgrown = [
  'jobs_updated',
  'jobs_specialty_state',
  'jobs_specialty',
  'jobs_state',
  'jobs_type',
  'jobs_title',
  'jobs_city',
  'jobs_pay',
  'jobs_pay_ascending',
]
