alter table inquiry_replies
  -- Checked as CVs are.
  add column file_id uuid references cv_files (id) on delete set null;

alter table inquiries
  -- When each side last wrote after the inquiry, and last saw the thread.
  add column sender_wrote_at timestamptz,
  add column poster_wrote_at timestamptz,
  add column sender_seen_at timestamptz,
  add column poster_seen_at timestamptz,
  -- False between two accounts until the owner of the address shows it. What is older went out with the addresses.
  add column shows_sender_email boolean not null default true,
  add column shows_poster_email boolean not null default true,
  -- Who wants no more of it.
  add column blocked_by text,
  add constraint inquiries_blocked_by_check check (blocked_by in ('sender', 'poster')) not valid;

-- Who wants one notice a day in place of one for each message.
create table daily_notices (
  user_id uuid primary key references users (id) on delete cascade,
  noticed_at timestamptz not null default now()
);
