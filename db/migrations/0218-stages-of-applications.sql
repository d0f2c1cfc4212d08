alter table inquiries
  -- Null for what is older than stages: it then follows from the times.
  add column stage text,
  -- Counts the moves, so that of two people who move the same card the second is told.
  add column version integer not null default 0,
  -- The physician agrees that they were hired; until then it is the employer's claim.
  add column hire_confirmed_at timestamptz,
  add constraint inquiries_stage_check check (stage in ('new', 'reviewing', 'interview', 'offer', 'hired', 'closed')) not valid;

-- Who moved an application where, and why it was closed. No actor: the clock, or the sender.
create table inquiry_events (
  id bigint generated always as identity primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null,
  stage text not null,
  reason text
);
create index inquiry_events_inquiry on inquiry_events (inquiry_id, id);

-- Never shown to the applicant on the site; part of the export of their data.
create table inquiry_notes (
  id uuid primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  note text not null,
  created_at timestamptz not null default now()
);
create index inquiry_notes_inquiry on inquiry_notes (inquiry_id, created_at);

create table saved_replies (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  title text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index saved_replies_owner on saved_replies (owner_id, title);
