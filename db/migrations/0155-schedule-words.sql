-- Rotations and short weeks have words of their own, so that no search has to look for a phrase: '@rotation:7-14' for '7 on, 14 off', in
-- days, and '@workdays:4' for 'four days a week', '4-day week' and '4 x 10 hours'.

create function small_number(text) returns integer language sql immutable parallel safe
return case
    when $1 ~ '^\d+$' then $1::integer
    else array_position('{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen}'::text[], $1)
  end;

-- Each pattern is looked for in a short form first: most postings have none, and this is worked out whenever one is stored.
create function schedule_words(the_text text) returns text[] language plpgsql immutable parallel safe as $$
declare
  lower_text constant text := lower(the_text);
  gap constant text := '[^a-z0-9]*';
  number constant text := '(\d\d?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)' || gap;
  side constant text := '(?:' || number || ')?(?:(days?|nights?|shifts?|weeks?|wks?)' || gap || ')?';
  then_off constant text := 'on' || gap || '(?:(?:and|then|followed by) )?' || side || 'off\M';
  of_week constant text := 'days?(?:' || gap || '(?:an?|per|each|every|clinical|work))*' || gap || '(?:week|wk)\M';
  part text[];
  on_days integer;
  off_days integer;
  words text[] := '{}';
begin
  if lower_text ~ then_off then
    for part in select regexp_matches(lower_text, '\m' || side || then_off, 'g') loop
      -- A side without a number or a unit has that of the other: '2 weeks on, 1 off', '7 days on/off', 'week on/week off'.
      on_days := case when coalesce(part[2], part[4]) like 'w%' then 7 end;
      off_days := case when coalesce(part[4], part[2]) like 'w%' then 7 end;
      if coalesce(part[1], part[3]) is not null then
        on_days := small_number(coalesce(part[1], part[3])) * coalesce(on_days, 1);
        off_days := small_number(coalesce(part[3], part[1])) * coalesce(off_days, 1);
      end if;
      words := words || ('@rotation:' || on_days || '-' || off_days);
    end loop;
  end if;
  if lower_text ~ of_week then
    for part in select regexp_matches(lower_text, '(?:^|[^a-z0-9.])' || number || of_week, 'g') loop
      words := words || ('@workdays:' || small_number(part[1]));
    end loop;
  end if;
  if lower_text ~ '(?:four|4|three|3)[ -]?[x×/-]? ?(?:10|12|ten|twe)' then
    if lower_text ~ '\m(?:4|four)[ -]?[x×/-]? ?(?:10s|tens|10[ -]?(?:hours?|hrs?)[ -](?:days?|shifts?))\M|\m4 ?[x×] ?10\M' then
      words := words || '@workdays:4'::text;
    end if;
    if lower_text ~ '\m(?:3|three)[ -]?[x×/-]? ?(?:12s|twelves|12[ -]?(?:hours?|hrs?)[ -](?:days?|shifts?))\M|\m3 ?[x×] ?12\M' then
      words := words || '@workdays:3'::text;
    end if;
  end if;
  -- Not '7/7/2026', and not '7/14', which is a day in July.
  if lower_text ~ '\m7 ?/ ?7\M(?! ?/)' then
    words := words || '@rotation:7-7'::text;
  end if;
  return array_remove(words, null);
end $$;

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
    || schedule_words(concat_ws(e'\n\n', title, brief, description))
  )
  || mark_lexemes('=', english_words(array[title, specialty, subspecialty, specialty_other]))
  || english_words(array[
       title, specialty, subspecialty, specialty_other, employer, facility_name, city, state_name(state), brief, description
     ]);

update job_search set search = search || array_to_tsvector(words)
  from jobs j cross join schedule_words(concat_ws(e'\n\n', j.title, j.brief, j.description, j.original_description)) words
  where j.id = job_id and words <> '{}';

-- Segments notice changes of jobs, not of rules: they are made anew.
select pg_advisory_xact_lock(hashtext('segments'));
delete from segments;
delete from segment_delta;
insert into segment_delta select job_id, posted_at, pay_annual, lat, lon, null from job_search;
