-- Relevance puts first the jobs whose title is just what was typed: '#cardiologist' stands for all stems of a title, in alphabetical
-- order. The rest is as 0008 has it.
create or replace function search_document(
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
      '@week:' || (days_since_1970(posted_at) / 7)::text,
      '#' || array_to_string(tsvector_to_array(english_words(array[title])), ' ')
    ], null)
    || mark_values('@setting:', setting) || mark_values('@schedule:', schedule) || mark_values('@benefit:', benefits)
  )
  || mark_lexemes('=', english_words(array[title, specialty, subspecialty, specialty_other]))
  || english_words(array[
       title, specialty, subspecialty, specialty_other, employer, facility_name, city, state_name(state), brief, description
     ]);

update job_search
  set search = search || array_to_tsvector(array['#' || array_to_string(tsvector_to_array(english_words(array[title])), ' ')]);

-- A reference code is the end of a job's id.
create index job_search_reference on job_search (right(job_id::text, 6));

-- Segments notice changes of jobs, not of rules: they are made anew.
select pg_advisory_xact_lock(hashtext('segments'));
delete from segments;
delete from segment_delta;
insert into segment_delta select job_id, posted_at, pay_annual, lat, lon, null from job_search;
