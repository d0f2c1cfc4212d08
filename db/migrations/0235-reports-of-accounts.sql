-- A stranger who sends an account's words with its address first does not keep the account's report
-- away. Erased reports have no address.
drop index job_reports_once;
create unique index job_reports_once on job_reports (job_id, email, reason_hash, reporter_id) nulls not distinct
  where outcome is null and email <> '';

-- Those whose members read no inquiries.
create index organizations_suspended on organizations (id) where suspended_at is not null;
