-- What an employer wrote to a physician whom it found, once for each posting.
create table posting_invitations (
  id uuid primary key,
  job_id uuid not null references jobs on delete cascade,
  physician_id uuid not null references users on delete cascade,
  sender_id uuid references users on delete set null,
  organization_id uuid not null,
  message text not null,
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  declined_at timestamptz,
  accepted_at timestamptz,
  inquiry_id uuid,
  unique (job_id, physician_id)
);
create index posting_invitations_physician on posting_invitations (physician_id, sent_at);
create index posting_invitations_sender on posting_invitations (sender_id, sent_at);
