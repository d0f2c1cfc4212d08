-- An alert that cannot be matched is set aside, with the reason, until its search is worked out anew; all others go on.
alter table job_alerts add column failed_at timestamptz, add column failure text;
create index job_alerts_failed on job_alerts (failed_at) where failed_at is not null;
