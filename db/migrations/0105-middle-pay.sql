-- Segments get words for the middle of a job's pay, of which medians are made. They notice changes of jobs, not of rules: they are
-- made anew.
select pg_advisory_xact_lock(hashtext('segments'));
delete from segments;
delete from segment_delta;
insert into segment_delta select job_id, posted_at, pay_annual, lat, lon, null from job_search;
