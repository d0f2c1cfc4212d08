-- The full description's words can be searched for as well as the description's. A job without one has the document that it had.

create or replace function record_job_insert() returns trigger language plpgsql as $$
begin
  insert into job_search
    select n.id, n.posted_at, n.updated_at, n.pay_annual, n.lat, n.lon, n.state, n.employment_type, n.specialty, lower(n.title),
      lower(n.city),
      hash_record_extended(row(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        concat_ws(e'\n\n', n.description, n.original_description), n.employment_type, n.visa_support, n.payroll, n.telehealth,
        n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ), 0),
      search_document(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        concat_ws(e'\n\n', n.description, n.original_description), n.employment_type, n.visa_support, n.payroll, n.telehealth,
        n.new_graduates_acceptable, n.lat, n.lon,
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
        concat_ws(e'\n\n', n.description, n.original_description), n.employment_type, n.visa_support, n.payroll, n.telehealth,
        n.new_graduates_acceptable, n.lat, n.lon,
        n.posted_at, n.setting, n.schedule, n.benefits
      ) || county_word(n.city, n.state, n.zip) end
    from new_rows n
    cross join lateral (
      select hash_record_extended(row(
        n.title, n.specialty, n.subspecialty, n.specialty_other, n.employer, n.facility_name, n.city, n.state, n.brief,
        concat_ws(e'\n\n', n.description, n.original_description), n.employment_type, n.visa_support, n.payroll, n.telehealth,
        n.new_graduates_acceptable, n.lat, n.lon,
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

update jobs set original_description = original_description where status = 'active' and original_description is not null;
