-- Whose address may still stand in a team's postings: hashes of the addresses of those who left it.
create table organization_leavers (
  organization_id uuid not null references organizations (id) on delete cascade,
  mailbox_hash bytea not null,
  left_at timestamptz not null default now(),
  primary key (organization_id, mailbox_hash)
);

-- Postings that somebody made without an account and with this account's address, of which its owner says that they are not theirs.
create table disowned_postings (
  job_id uuid not null references jobs (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (job_id, user_id)
);
create index disowned_postings_user on disowned_postings (user_id);

-- Postings without an account are found by their address.
create index jobs_unowned_contact on jobs (lower(contact_email)) where owner_id is null and channel <> 'import';

-- Somebody who signed up as the wrong one can choose again, once.
alter table users add column role_chosen_again_at timestamptz;
