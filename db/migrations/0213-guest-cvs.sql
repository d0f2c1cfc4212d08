-- A visitor's inquiry with a CV: it is sent when the link that was mailed to its address is opened, and deleted after 48 hours otherwise.
create table waiting_inquiries (
  -- The file's.
  id uuid primary key references cv_files (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index waiting_inquiries_email on waiting_inquiries (email);

-- Null for a visitor's, until an account proves the address.
alter table cv_files alter column physician_id drop not null;
alter table cv_attachments alter column physician_id drop not null;
