-- Jobs can be found by county: each has the word '@county:06075' beside its others.

create function county_word(the_city text, the_state text, the_zip text) returns tsvector language sql stable as $$
  select array_to_tsvector(array_remove(array['@county:' || coalesce(
    (select county from zip_codes where zip = left(the_zip, 5) and state = the_state),
    (select county from cities where folded = fold_place(the_city) and state = the_state),
    (
      select min(fips) from counties
      where state = the_state and fold_place(the_city) ~ ' (county|parish|borough)$'
        and folded = regexp_replace(fold_place(the_city), ' (county|parish|borough)$', '')
    )
  )], null))
$$;

create or replace function record_job_insert() returns trigger language plpgsql as $$
begin
  insert into job_search
    select n.id, n.posted_at, n.updated_at, n.pay_annual, n.lat, n.lon, n.state, n.employment_type, n.specialty, lower(n.title),
      lower(n.city),
      hash_record_extended(row(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ), 0),
      search_document(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ) || county_word(n.city, n.state, n.zip)
    from new_rows n where n.status = 'active';
  return null;
end $$;

create or replace function record_job_update() returns trigger language plpgsql as $$
begin
  delete from job_search where job_id in (
    select id from old_rows where status = 'active' except select id from new_rows where status = 'active'
  );
  insert into job_search
    select n.id, n.posted_at, n.updated_at, n.pay_annual, n.lat, n.lon, n.state, n.employment_type, n.specialty, lower(n.title),
      lower(n.city), current.document,
      case when s.document = current.document then s.search else search_document(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ) || county_word(n.city, n.state, n.zip) end
    from new_rows n
    cross join lateral (
      select hash_record_extended(row(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        n.description, n.employment_type, n.visa_support, n.payroll, n.telehealth, n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ), 0) as document
    ) current
    left join job_search s on s.job_id = n.id
    where n.status = 'active' and (s.job_id is null or not (
      s.document = current.document and s.updated_at = n.updated_at and s.pay_annual is not distinct from n.pay_annual
    ))
  on conflict (job_id) do update set
    posted_at = excluded.posted_at, updated_at = excluded.updated_at, pay_annual = excluded.pay_annual,
    lat = excluded.lat, lon = excluded.lon, state = excluded.state, employment_type = excluded.employment_type,
    specialty = excluded.specialty, title = excluded.title, city = excluded.city, document = excluded.document,
    search = excluded.search;
  return null;
end $$;

update job_search s set search = s.search || county_word(j.city, j.state, j.zip) from jobs j where j.id = s.job_id;

-- As `resetSegments` does: searches do without segments until compaction is through.
delete from segments;
delete from segment_delta;
insert into segment_delta select job_id, posted_at, pay_annual, lat, lon, null from job_search;
