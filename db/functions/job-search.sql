create or replace function specialty_lexeme(text) returns text
  language sql immutable strict parallel safe
  return 'sp' || regexp_replace(lower($1), '[^a-z]', '', 'g');

-- Without the signs that the parser builds names and numbers from, 'OB/GYN', 'J-1' and '24/7' fall
-- into the same words however they are written. (One `translate` for all of them takes many times
-- longer than these.)
create or replace function search_text(text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    public.fold_accents(coalesce($1, ''))
    , '/', ' '), '-', ' '), '.', ' '), '@', ' '), '_', ' '), '+', ' ')
    , ':', ' '), '&', ' '), '<', ' '), '~', ' '), '•', ' '), '·', ' ');

create or replace function english_words(text[]) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('english', search_text(array_to_string($1, ' ')));

create or replace function mark_lexemes(mark text, words tsvector) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select mark || word from unnest(tsvector_to_array(words)) word));

create or replace function mark_values(mark text, list text[]) returns text[]
  language sql immutable strict parallel safe
  return array(select mark || value from unnest(list) value);

create or replace function days_since_1970(timestamptz) returns integer
  language sql immutable strict parallel safe
  return ($1 at time zone 'UTC')::date - date '1970-01-01';

create or replace function state_name(text) returns text
  language sql immutable strict parallel safe
  return '{
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois",
    "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland",
    "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi", "MO": "Missouri", "MT": "Montana",
    "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York",
    "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah",
    "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
    "DC": "Washington D.C.", "OTHER": "Others"
  }'::jsonb ->> $1;

-- The number would name a confidential employer.
create or replace function public_requisition(job jobs) returns text language sql immutable parallel safe
return case when employer_slug((job).employer) not like 'confidential%' then (job).requisition end;

-- What the public reads of a job's texts, beside its title.
create or replace function public_texts(job jobs) returns text[] language sql immutable parallel safe
return array[
    (job).brief, (job).description, (job).original_description, (job).original_requirements, (job).original_benefits, (job).job_duties,
    (job).team_notes, (job).comp_notes, (job).hire_window, public_requisition(job)
  ];

-- What a text says that there is none of: 'icu' and 'night call' of 'no ICU, without night call or
-- weekends'.
create or replace function negated(the_text text) returns text language sql immutable parallel safe
return case when the_text ~* '\m(?:no|not|without)\M' then (
    select string_agg(part[1], ' ')
    from regexp_matches(
      the_text, '\m(?:no|not|without)\M[ -]+((?:[a-z]+(?: [a-z]+)?)(?:,? n?or [a-z]+(?: [a-z]+)?)*)', 'gi'
    ) part
  ) end;

create or replace function without_negated(the_text text) returns text language sql immutable parallel safe
return case when the_text ~* '\m(?:no|not|without)\M' then regexp_replace(
    the_text, '\m(?:no|not|without)\M[ -]+(?:[a-z]+(?: [a-z]+)?)(?:,? n?or [a-z]+(?: [a-z]+)?)*', ' ', 'gi'
  ) else the_text end;

-- Compared as text, ZIP codes would be read without their index. By the ZIP code, or by the city's
-- name, or the county itself is named.
create or replace function county_word(the_city text, the_state text, the_zip text) returns text
  language sql stable parallel safe
  return '@county:' || coalesce(
    (select county from zip_codes where zip = left(the_zip, 5)::char(5) and state = the_state),
    (select county from cities where folded = fold_place(the_city) and state = the_state),
    (
      select min(fips) from counties
      where state = the_state and fold_place(the_city) ~ ' (county|parish|borough)$'
        and folded = regexp_replace(fold_place(the_city), ' (county|parish|borough)$', '')
    )
  );

-- Of a further place: 'Tulsa, OK', or ', OK' for a state alone.
create or replace function place_city(place text) returns text language sql immutable strict parallel safe
return regexp_replace(place, ', [^,]*$', '');
create or replace function place_state(place text) returns text language sql immutable strict parallel safe
return substring(place from '[^ ]*$');

-- Every point of a job: of its first place, if that is known, and of the others.
create or replace function points_of(first_lat real, first_lon real, further real[]) returns table (lat real, lon real)
  language sql immutable parallel safe rows 1 as $$
  select first_lat, first_lon where first_lat is not null
  union all
  select further[i], further[i + 1] from generate_series(1, cardinality(further), 2) i
$$;

-- The words of further places that the first one has not: a job counts once in each.
create or replace function further_words(job jobs) returns text[] language sql stable parallel safe
return array(
    select word
    from unnest((job).further_places) place
    cross join lateral (
      values ('@state:' || place_state(place)), (county_word(place_city(place), place_state(place), null))
    ) words (word)
    where word is not null
    except
    select unnest(array['@state:' || (job).state, county_word((job).city, (job).state, (job).zip)])
  );

-- In US dollars for a full-time year; the server has the same units.
create or replace function middle_of_range(job jobs) returns double precision language sql immutable parallel safe
return ((coalesce((job).comp_min, (job).comp_max) + coalesce((job).comp_max, (job).comp_min)) / 2 * case (job).comp_unit
    when 'YEAR' then 1 when 'MONTH' then 12 when 'WEEK' then 48 when 'DAY' then 220 when 'HOUR' then 1900
  end)::double precision;

-- What a job counts with in medians of pay; null if it does not count. Only full-time work pays by
-- the year, and amounts outside of what is plausible are mistakes.
create or replace function middle_pay(job jobs) returns double precision language sql immutable parallel safe
return case
    when (job).employment_type in ('full-time', 'permanent') and (job).pay_annual is not null
      and middle_of_range(job) between 40000 and 5000000 then middle_of_range(job)
  end;

-- What a job's row of `job_search` means: raised whenever `facet_words`, `search_document`, or what
-- they call, make something else of a job. The task `compact-segments` then writes all rows anew,
-- in batches; until then a job has its old words.
create or replace function search_version() returns integer language sql immutable parallel safe return 7;

-- The values that filters ask for and facets count: 'spcardiology', '@state:TX',
-- '@setting:Inpatient' …
create or replace function facet_words(job jobs) returns text[] language sql stable parallel safe
return array_remove(array[
    specialty_lexeme((job).specialty),
    '@state:' || (job).state,
    county_word((job).city, (job).state, (job).zip),
    '@type:' || (job).employment_type,
    '@visa:' || (job).visa_support,
    '@payroll:' || (job).payroll,
    case when (job).telehealth then '@telehealth' end,
    case when (job).new_graduates_acceptable then '@newGraduates' end
  ], null)
  || mark_values('@setting:', (job).setting) || mark_values('@schedule:', (job).schedule) || mark_values('@benefit:', (job).benefits)
  -- '@call:6', '@tailPaid', '@rotation:7-14', '@workdays:4': what the terms and the texts say, as
  -- their reader stores it; rotations are in days.
  || array(select jsonb_array_elements_text((job).terms -> 'index'))
  || case when (job).further_places <> '{}' then further_words(job) else '{}' end;

-- What only exact words stand for, beside the facets: '@at:30,-98', '@around:15,-49', '@day:20777',
-- '@week:2968': the squares of one and two degrees that its places lie in, and when it was posted,
-- counted from 1970: coarse, to be followed by an exact comparison; '@employer:mayo-clinic': whose
-- job it is; '@by:recruiter', '@verified': who posted it.
create or replace function exact_words(job jobs) returns text[] language sql immutable parallel safe
return array(
    select unnest(array[
      '@at:' || floor(lat)::text || ',' || floor(lon)::text,
      '@around:' || floor(lat / 2)::text || ',' || floor(lon / 2)::text
    ])
    from points_of((job).lat, (job).lon, (job).further_points)
  )
  || array_remove(array[
    '@day:' || days_since_1970((job).posted_at)::text,
    '@week:' || (days_since_1970((job).posted_at) / 7)::text,
    '@employer:' || employer_slug((job).employer),
    -- An import names a search firm; that it names none proves nothing.
    case when (job).user_type = 'recruiter' or (job).channel <> 'import' then '@by:' || (job).user_type end,
    case when (job).is_verified_hospital then '@verified' end
  ], null);

-- The title, three texts about the specialty, five names of the employer and of places, and then
-- what the public reads.
create or replace function search_texts(job jobs) returns text[] language sql immutable parallel safe
return array[
    (job).title, (job).specialty, (job).subspecialty, (job).specialty_other, (job).employer, (job).facility_name, (job).city,
    state_name((job).state),
    (
      select string_agg(concat_ws(' ', place_city(place), state_name(place_state(place))), ' ') from unnest((job).further_places) place
    )
  ] || public_texts(job);

-- The phrases of the vocabulary that a text says, as lexemes: '~loan repay'. A search for one looks
-- into no positions. '_' is any word. A test compares the list with the vocabulary's.
create or replace function said_phrases(words tsvector) returns text[] language sql immutable parallel safe
return array(
    select '~' || phrase
    from unnest(array[
      'ambulatori surgeri center', 'beeper call', 'call _ home', 'close icu', 'communiti health center', 'critic access',
      'cystic fibrosi', 'direct primari care', 'employ _ _ hospit', 'employ _ hospit', 'feder qualifi', 'function medicin',
      'health insur', 'home call', 'hospit employ', 'indian health', 'integr medicin', 'interst compact', 'lifestyl medicin',
      'loan assist', 'loan forgiv', 'loan repay', 'malpractic coverag', 'malpractic insur', 'medic insur', 'multi state',
      'non profit', 'open icu', 'paid time', 'paid vacat', 'phone call', 'physician led', 'physician own', 'privat equiti',
      'privat group', 'privat practic', 'reloc allow', 'reloc assist', 'reloc bonus', 'reloc packag', 'reloc reimburs',
      'repay _ loan', 'retir plan', 'sign _ bonus', 'sign bonus', 'skill nurs facil', 'trauma call', 'urgent care', 'wound care'
    ]) phrase
    where words @@ replace(replace(replace(phrase, ' _ _ ', '<3>'), ' _ ', '<2>'), ' ', '<1>')::tsquery
  );

-- One vector answers whole searches without a look into the rows. It sees nothing of a job but
-- these words and texts, and their hash says whether it is up to date. Beside them it holds lexemes
-- that no text contains: '=cardiologist': the word stands in the title, not after a 'no', or in the
-- specialty; '#cardiologist lead': the whole title; '-icu': the texts say that there is none; and
-- '~loan repay': a phrase.
create or replace function search_document(words text[], texts text[]) returns tsvector language sql immutable parallel safe
return (
    select array_to_tsvector(words || said_phrases(said) || ('#' || array_to_string(tsvector_to_array(english_words(texts[1:1])), ' ')))
      || mark_lexemes('-', english_words(array[negated(array_to_string(texts[1:1] || texts[10:], e'\n'))]))
      || mark_lexemes('=', english_words(array[without_negated(texts[1])] || texts[2:4]))
      || said
    from (select english_words(texts) as said offset 0) document
  );

-- Brings the rows of these jobs in `job_search` and in the segments' delta in line with `jobs`.
-- There may be one job or all of them, and a plan is made once: so rows are found by their keys.
create or replace function refresh_job_search(ids uuid[]) returns void language plpgsql as $$
declare
  gone uuid[];
  written uuid[];
begin
  with deleted as (
    delete from job_search s where job_id = any (ids) and not exists (select from jobs where id = s.job_id and status = 'active')
    returning job_id
  )
  select array_agg(job_id) into gone from deleted;
  with upserted as (
    insert into job_search (
      job_id, posted_at, updated_at, pay_annual, lat, lon, further_points, state, employment_type, specialty, title, city, document,
      version, facets, middle_pay, search
    )
    select j.id, j.posted_at, j.updated_at, j.pay_annual, j.lat, j.lon, j.further_points, j.state, j.employment_type, j.specialty, lower(j.title),
      lower(j.city), fingerprint.document, search_version(), source.facets, round(middle_pay(j)),
      case when is_known then s.search else search_document(source.facets || source.words, source.texts) end
    from jobs j
    left join job_search s on s.job_id = j.id
    cross join lateral (select facet_words(j) as facets, exact_words(j) as words, search_texts(j) as texts offset 0) source
    cross join lateral (select hash_record_extended(row(source.facets, words, texts), 0) as document offset 0) fingerprint
    cross join lateral (
      select coalesce(s.document = fingerprint.document and s.version >= search_version(), false) as is_known offset 0
    ) compared
    where j.id = any (ids) and j.status = 'active'
      and not (is_known and s.updated_at = j.updated_at and s.pay_annual is not distinct from j.pay_annual)
    on conflict (job_id) do update set
      posted_at = excluded.posted_at, updated_at = excluded.updated_at, pay_annual = excluded.pay_annual,
      lat = excluded.lat, lon = excluded.lon, further_points = excluded.further_points, state = excluded.state, employment_type = excluded.employment_type,
      specialty = excluded.specialty, title = excluded.title, city = excluded.city, document = excluded.document,
      version = excluded.version, facets = excluded.facets, middle_pay = excluded.middle_pay, search = excluded.search
    returning job_id
  )
  select array_agg(job_id) into written from upserted;
  perform move_to_delta(gone || written);
end $$;

-- The lock keeps compaction from taking jobs over while they change; changes do not wait for each
-- other.
create or replace function move_to_delta(ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 0 then
    perform pg_advisory_xact_lock_shared(hashtext('segments'));
    delete from segment_delta where job_id = any (ids) and not exists (select from job_search s where s.job_id = segment_delta.job_id);
    insert into segment_delta
      select job_id, posted_at, pay_annual, lat, lon, case when cardinality(ids) <= 200 then search end, further_points
      from job_search where job_id = any (ids)
      on conflict (job_id) do update set posted_at = excluded.posted_at, pay_annual = excluded.pay_annual,
        lat = excluded.lat, lon = excluded.lon, further_points = excluded.further_points, search = excluded.search;
    with gone as (delete from segment_jobs where job_id = any (ids) returning segment, position)
      insert into segment_tombstones select segment, position from gone on conflict do nothing;
  end if;
end $$;

-- Schedules are read when a job is stored; a database from before has these still.
drop function if exists schedule_words(text);
drop function if exists small_number(text);
drop function if exists search_document(jobs, text[]);
