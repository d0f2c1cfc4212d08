-- Times that an employer proposes to an applicant, and what became of them. The newest of an inquiry counts; an earlier one is over.
create table interviews (
  id uuid primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  proposed_by uuid references users (id) on delete set null,
  times timestamptz[] not null check (cardinality(times) between 1 and 3),
  -- Of the job's place.
  time_zone text not null,
  minutes integer not null,
  -- Where, or how: an address, a link, a telephone number.
  place text not null,
  state text not null check (state in ('proposed', 'accepted', 'declined', 'canceled')),
  chosen timestamptz,
  -- What came with a refusal or a cancellation.
  word text,
  -- Counts the changes; also of the calendar's event.
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  check ((state = 'accepted') = (chosen is not null))
);
create index interviews_inquiry on interviews (inquiry_id, created_at desc);

-- An iCalendar file that goes with a mail.
alter table mails add column calendar text;

-- What happened beside a move, and to whom. Null: it was moved.
alter table inquiry_events
  add column action text,
  add column subject_id uuid references users (id) on delete set null;

alter table inquiries
  -- Who of the team takes care of it; nobody once they no longer reach the posting.
  add column assigned_to uuid references users (id) on delete set null,
  -- Inquiries of one employer that somebody there said are the same person's share it.
  add column person uuid,
  -- Those that somebody said are another's.
  add column apart_from uuid[],
  -- Of the sender, as ten digits, from what they wrote.
  add column phone text;
create index inquiries_assigned on inquiries (assigned_to) where assigned_to is not null;
create index inquiries_person on inquiries (person) where person is not null;
create index inquiries_phone on inquiries (phone) where phone is not null;

-- SHA-256 of the file. Null for files of earlier versions.
alter table cv_files add column content_hash bytea;
create index cv_files_content on cv_files (content_hash) where content_hash is not null;

-- Those that wait for an answer, also for a further one.
drop index inquiries_unanswered;
create index inquiries_undecided on inquiries (created_at)
  where stage in ('new', 'reviewing', 'interview', 'offer') and closed_at is null and withdrawn_at is null;

-- The inbox counts and ranks from the index alone; without it each inquiry costs a page.
drop index inquiries_stages;
create index inquiries_desk on inquiries (job_id, created_at desc, id desc)
  include (stage, closed_at, answered_at, read_at, sender_wrote_at, poster_seen_at, assigned_to, person)
  where withdrawn_at is null;
