-- What people write to posters about a job, the posters' replies, and problems that are reported to
-- us.

create table inquiries (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  -- The job's, as it was called then.
  job_title text not null,
  -- Null for people without an account, or whose account is gone.
  sender_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  withdrawn_at timestamptz,
  status text not null generated always as (
    case
      when withdrawn_at is not null then 'withdrawn'
      when closed_at is not null then 'closed'
      when answered_at is not null then 'answered'
      when read_at is not null then 'read'
      else 'sent'
    end
  ) stored,
  -- Each has its question as it was asked: it stays when the question is changed or deleted.
  answers jsonb,
  -- Null for what is older than stages: it then follows from the times.
  stage text check (stage in ('new', 'reviewing', 'interview', 'offer', 'hired', 'closed')),
  -- Counts the moves, so that of two people who move the same card the second is told.
  version integer not null default 0,
  -- The physician agrees that they were hired; until then it is the employer's claim.
  hire_confirmed_at timestamptz,
  -- When each side last wrote after the inquiry, and last saw the thread.
  sender_wrote_at timestamptz,
  poster_wrote_at timestamptz,
  sender_seen_at timestamptz,
  poster_seen_at timestamptz,
  -- False between two accounts until the owner of the address shows it. What is older went out with
  -- the addresses.
  shows_sender_email boolean not null default true,
  -- Null: the address goes out unless the employer is confidential.
  shows_poster_email boolean,
  -- When the poster was reminded that it waits for an answer.
  reminded_at timestamptz,
  -- Who of the team takes care of it; nobody once they no longer reach the posting.
  assigned_to uuid references users (id) on delete set null,
  -- Inquiries of one employer that somebody there said are the same person's share it.
  person uuid,
  -- Those that somebody said are another's.
  apart_from uuid[],
  -- Of the sender, as ten digits, from what they wrote.
  phone text,
  -- Of a confidential posting: the name that the employer showed to this applicant, and when.
  named_as text,
  named_at timestamptz,
  -- The organization's own period when the inquiry was sent: its sender was told so.
  keep_months smallint,
  -- Who wrote: an account that was signed in, or an address that a mailed link has proved. 'none':
  -- anybody may have typed it.
  proof text not null default 'none' check (proof in ('account', 'link', 'none')),
  -- When the sender is told that they are hired, or no longer are; until then they read what they
  -- were told before.
  told_at timestamptz,
  was_hired boolean not null default false
);
create index inquiries_sender on inquiries (sender_id, created_at desc);
create index inquiries_created_at on inquiries (created_at);
create index inquiries_job on inquiries (job_id, created_at desc);
-- An account claims and erases by address what was sent from it.
create index inquiries_email on inquiries (email);
create index inquiries_assigned on inquiries (assigned_to) where assigned_to is not null;
create index inquiries_person on inquiries (person) where person is not null;
create index inquiries_phone on inquiries (phone) where phone is not null;
-- Those that wait for an answer, also for a further one.
create index inquiries_undecided on inquiries (created_at)
  where stage in ('new', 'reviewing', 'interview', 'offer') and closed_at is null and withdrawn_at is null;
-- The inbox counts and ranks from the index alone; without it each inquiry costs a page.
create index inquiries_desk on inquiries (job_id, created_at desc, id desc)
  include (stage, closed_at, answered_at, read_at, sender_wrote_at, poster_seen_at, assigned_to, person)
  where withdrawn_at is null;

create table inquiry_replies (
  id uuid primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  message text not null,
  created_at timestamptz not null default now(),
  -- One application for each person and posting: what its sender writes later joins it as a
  -- message.
  by_sender boolean not null default false,
  -- Checked as CVs are.
  file_id uuid references cv_files (id) on delete set null
);
create index inquiry_replies_inquiry on inquiry_replies (inquiry_id, created_at);

-- A visitor's inquiry with a CV: it is sent when the link that was mailed to its address is opened,
-- and deleted after 48 hours otherwise.
create table waiting_inquiries (
  -- The file's.
  id uuid primary key references cv_files (id) on delete cascade,
  job_id uuid not null references jobs (id) on delete cascade,
  name text not null,
  email text not null,
  message text not null,
  -- As in `inquiries`.
  answers jsonb,
  -- Where the visitor came from, counted when it is sent.
  origin text,
  created_at timestamptz not null default now(),
  -- The network that uploaded it, which bounds what strangers have waiting.
  network text
);
create index waiting_inquiries_email on waiting_inquiries (email);

-- Who moved an application where, and why it was closed. No actor: the clock, or the sender.
create table inquiry_events (
  id bigint generated always as identity primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid references users (id) on delete set null,
  stage text not null,
  reason text,
  -- What happened beside a move, and to whom. Null: it was moved.
  action text,
  subject_id uuid references users (id) on delete set null,
  -- Closed with the posting, and opened again with it as long as the sender is not told.
  with_posting boolean not null default false
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

-- Times that an employer proposes to an applicant, and what became of them. The newest of an
-- inquiry counts; an earlier one is over.
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

-- Who wants nothing more of whom. A block stands between an employer and a person, and has a row
-- for each key of either.
create table blocks (
  -- The block's: what ends one row ends all of them.
  id uuid not null,
  -- An organization, an account that is alone, or the contact address of who posted without one.
  employer text not null,
  -- An account; 'address' and the hash of one that it proved; 'typed' and the hash of one that
  -- nobody proved.
  person text not null,
  blocked_by text not null check (blocked_by in ('person', 'employer')),
  since timestamptz not null default now(),
  primary key (employer, person, blocked_by)
);
create index blocks_person on blocks (person);
create index blocks_id on blocks (id);

-- Who wants one notice a day in place of one for each message.
create table daily_notices (
  user_id uuid primary key references users (id) on delete cascade,
  noticed_at timestamptz not null default now()
);

create table job_reports (
  id uuid primary key,
  job_id uuid not null references jobs (id) on delete cascade,
  job_title text not null,
  reporter_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  -- What a moderator made of it; null while it is open.
  outcome text check (outcome in ('accepted', 'dismissed')),
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  decision_note text,
  -- What the moderator wrote to whoever reported it.
  answer text,
  reason_hash text not null generated always as (md5(reason)) stored
);
create unique index job_reports_once on job_reports (job_id, email, reason_hash) where outcome is null;
-- What a deleted job takes with it.
create index job_reports_job on job_reports (job_id);
create index job_reports_open on job_reports (created_at) where outcome is null;
create index job_reports_created_at on job_reports (created_at);

-- A mailed link to a CV opens it once.
create table used_cv_links (
  -- SHA-256 of the link's token.
  token_hash bytea primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  used_at timestamptz not null default now()
);
create index used_cv_links_inquiry on used_cv_links (inquiry_id);

-- Messages from the contact page. They are mailed to the operator as well.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_messages_email on contact_messages (email);
