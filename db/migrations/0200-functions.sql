-- Functions and triggers have moved to db/functions. What follows from a change of jobs has one entry there.
drop trigger record_inserted on jobs;
drop trigger record_updated on jobs;
drop trigger record_deleted on jobs;
drop trigger invalidate_updated on jobs;
drop trigger invalidate_deleted on jobs;
drop trigger record_arrivals_inserted on jobs;
drop trigger record_arrivals_updated on jobs;
drop trigger outdate_fingerprint_edited on jobs;
drop trigger outdate_fingerprint_moved on jobs;
drop trigger forget_fingerprint on jobs;
drop trigger close_likely_duplicates on jobs;
drop trigger move_inserted_to_delta on job_search;
drop trigger move_updated_to_delta on job_search;
drop trigger move_deleted_to_delta on job_search;
drop trigger audit_fixed on audit_log;
drop trigger audit_kept on audit_log;
drop trigger audit_seals_fixed on audit_seals;
drop trigger audit_seals_kept on audit_seals;
drop trigger posting_events_fixed on posting_events;
drop function record_job_insert, record_job_update, record_job_delete, invalidate_jobs, record_arrivals, outdate_fingerprint,
  forget_fingerprint, close_likely_duplicates, move_inserted_to_delta, move_updated_to_delta, move_deleted_to_delta,
  refuse_audit_change, refuse_posting_event_change, search_segments, search_document, county_word;

-- What the rest of the row means, and its values that facets count; a task fills both.
alter table job_search add column version integer not null default 0, add column facets text[];
alter table job_search alter column facets set storage main;

-- What belongs to a segment goes after it, in small pieces, and a job may be in an old and in a new one until then.
alter table segment_postings drop constraint segment_postings_segment_fkey;
alter table segment_jobs drop constraint segment_jobs_segment_fkey, drop constraint segment_jobs_job_id_key;
alter table segment_tombstones drop constraint segment_tombstones_segment_fkey;
alter table segment_locations drop constraint segment_locations_segment_fkey;
alter table segment_orders drop constraint segment_orders_segment_fkey;
create index segment_jobs_job on segment_jobs (job_id);
