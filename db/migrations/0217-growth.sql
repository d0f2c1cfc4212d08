-- An account claims and erases by address what was sent from it.
create index inquiries_email on inquiries (email);
-- What a deleted job takes with it.
create index job_reports_job on job_reports (job_id);
-- Days past their period are deleted.
create index posting_insights_day on posting_insights (day);
-- Mails that name an address are deleted with its account.
create index mails_reply_to on mails (lower(reply_to ->> 'address')) where reply_to is not null;

-- Proofs of work near a limit: each is accepted once. A row lives as long as its challenge.
create table spent_proofs (
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expiry on spent_proofs (expires_at);
