-- What databases of the versions from 0211 to 0224 lack, each part where it is missing. A new database has all of it.

do $$
begin
  if exists (select from pg_attribute where attrelid = 'job_search'::regclass and attname = 'middle_pay') then return; end if;

  -- What a job counts with in medians of pay, in US dollars a year; null if it does not count.
  alter table job_search add column if not exists middle_pay integer;
end $$;

do $$
begin
  if exists (select from pg_attribute where attrelid = 'jobs'::regclass and attname = 'terms') then return; end if;

  -- A posting whose source names no employer waits, too: a moderator answers that as any other doubtful fact.
  alter table fact_answers
    drop constraint if exists fact_answers_fact_check,
    add constraint fact_answers_fact_check
      check (fact in ('place', 'profession', 'specialty', 'pay', 'type', 'schedule', 'employer')) not valid;

  -- A removed favorite keeps what the physician wrote for thirty days, so that the removal can be undone.
  alter table favorites add column removed_at timestamptz;

  -- Of a word that titles, employers or places have: a search demands it, and other words only rank. Null until the vocabulary is rebuilt.
  alter table search_vocabulary add column stem text;
  create index search_vocabulary_names on search_vocabulary (stem) where stem is not null;

  -- The terms of a posting, each with the words that say it, and the index words of those that filter: `src/features/jobs/terms-schema.ts`.
  -- A row of another version of the reader than the code's is read anew by a task.
  alter table jobs add column if not exists terms jsonb, add column if not exists terms_version smallint not null default 0;
end $$;

do $$
begin
  if to_regclass('waiting_inquiries') is not null then return; end if;

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
end $$;

-- The first doubtful fact of a waiting posting with the source's words, by which moderators decide about all postings that wait for the same
-- thing; empty where nothing waits. Null in rows of former releases: each of them is decided by itself.
alter table job_facts add column if not exists doubt text;
do $$
begin
  if to_regclass('job_facts_answered') is not null then return; end if;
  -- The queue reads which facts are doubtful from the index alone.
  drop index if exists job_facts_doubt;
  create index job_facts_doubt on job_facts (source, doubt, job_id) include (doubtful) where doubtful <> '{}';
  -- What is live because of a source's answer, for the day that it is withdrawn.
  create index job_facts_answered on job_facts (source, job_id) where jsonb_path_exists(facts, '$.*.was');
end $$;

do $$
begin
  if to_regclass('mail_bounces') is not null then return; end if;

  -- What mail servers say of a mail after they accepted it, each thing once.
  create table mail_bounces (
    mail_id uuid not null,
    kind text not null check (kind in ('hard', 'soft', 'complaint')),
    address text not null,
    at timestamptz not null default now(),
    primary key (mail_id, kind)
  );
  create index mail_bounces_address on mail_bounces (address, at);

  -- Addresses that get less mail because of that. A lifted row stays, so that a repeated report does not bring it back.
  create table mail_suppressions (
    id uuid primary key,
    -- In lower case.
    address text not null unique,
    kind text not null check (kind in ('hard', 'soft', 'complaint')),
    scope text not null check (scope in ('lists', 'notices', 'all')),
    reason text not null,
    mail_id uuid not null,
    at timestamptz not null default now(),
    lifted_at timestamptz
  );
  create index mail_suppressions_at on mail_suppressions (at desc, id) where lifted_at is null;

  alter table mails drop constraint mails_state_check,
    add constraint mails_state_check check (state in ('queued', 'sent', 'dead', 'suppressed')) not valid;
end $$;

do $$
begin
  if to_regclass('spent_proofs') is not null then return; end if;

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
end $$;

do $$
begin
  if to_regclass('posting_outcomes') is not null then return; end if;

  -- What a posting asks those who apply: up to ten questions, in their order.
  create table posting_questions (
    job_id uuid primary key references jobs (id) on delete cascade,
    questions jsonb not null,
    updated_at timestamptz not null default now()
  );

  -- Each answer has its question as it was asked: it stays when the question is changed or deleted.
  alter table inquiries add column answers jsonb;
  alter table waiting_inquiries add column answers jsonb;

  -- One application for each person and posting: what its sender writes later joins it as a message.
  alter table inquiry_replies add column by_sender boolean not null default false;

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

  -- When the poster was reminded that it waits for an answer.
  alter table inquiries add column reminded_at timestamptz;
  -- Those that are older than stages are left alone.
  create index inquiries_unanswered on inquiries (created_at)
    where stage is not null and answered_at is null and closed_at is null and withdrawn_at is null;

  -- What became of a posting, as its poster says when it has closed.
  create table posting_outcomes (
    job_id uuid primary key references jobs (id) on delete cascade,
    outcome text not null check (outcome in ('here', 'elsewhere', 'withdrawn')),
    decided_by uuid references users (id) on delete set null,
    decided_at timestamptz not null default now()
  );
end $$;

do $$
begin
  if to_regclass('organizations') is not null then return; end if;

  -- Who is behind postings, and who works there: `src/features/employers`. A posting belongs to the organization of its owner.
  create table organizations (
    id uuid primary key,
    name text not null,
    kind text,
    -- Begins with https://.
    site text,
    size text,
    description text,
    -- Somebody else vouched for it, so its page says what it says about itself.
    verified_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );

  -- The addresses of a verified organization: its name's, and those of earlier names and of names that mean the same.
  create table organization_names (
    slug text primary key,
    name text not null,
    organization_id uuid not null references organizations (id) on delete cascade,
    since timestamptz not null default now()
  );
  create index organization_names_organization on organization_names (organization_id);

  -- An account has one seat at most. Without one it is alone with its postings.
  create table organization_members (
    user_id uuid primary key references users (id) on delete cascade,
    organization_id uuid not null references organizations (id) on delete cascade,
    seat text not null check (seat in ('owner', 'recruiter', 'assigned', 'reader')),
    since timestamptz not null default now()
  );
  create index organization_members_organization on organization_members (organization_id);

  create table organization_invitations (
    id uuid primary key,
    -- SHA-256 of the secret in the mailed link.
    token_hash bytea not null unique,
    organization_id uuid not null references organizations (id) on delete cascade,
    -- Lower case.
    email text not null,
    seat text not null check (seat in ('owner', 'recruiter', 'assigned', 'reader')),
    invited_by uuid references users (id) on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    unique (organization_id, email)
  );

  -- Search firms that a verified organization lets post in its name.
  create table organization_agencies (
    organization_id uuid not null references organizations (id) on delete cascade,
    agency_id uuid not null references organizations (id) on delete cascade,
    allowed_at timestamptz not null default now(),
    primary key (organization_id, agency_id)
  );
  create index organization_agencies_agency on organization_agencies (agency_id);

  -- Requests of accounts with an address in an employer's mail domain. A granted seat can be taken after a week without an objection.
  create table seat_requests (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    slug text not null,
    employer text not null,
    domain text not null,
    status text not null default 'open' check (status in ('open', 'granted', 'refused', 'taken')),
    asked_at timestamptz not null default now(),
    decided_at timestamptz,
    decided_by uuid references users (id) on delete set null
  );
  create unique index seat_requests_once on seat_requests (user_id, slug) where status in ('open', 'granted');
  create index seat_requests_open on seat_requests (slug, asked_at) where status in ('open', 'granted');

  -- Every account that hires owns an organization; this first one has the account's id.
  insert into organizations (id, name, kind, site, size, description, verified_at)
  select id,
    coalesce(nullif(btrim(company_name), ''), nullif(btrim(concat_ws(' ', first_name, last_name)), ''), 'Organization'),
    organization_type, case when company_website like 'https://%' then company_website end, company_size, company_description,
    case when is_verified_hospital then now() end
  from users where role in ('employer', 'recruiter')
  on conflict do nothing;

  insert into organization_members (user_id, organization_id, seat)
  select organizations.id, organizations.id, 'owner' from organizations join users using (id)
  on conflict do nothing;

  -- As `employer_slug` does.
  insert into organization_names (slug, name, organization_id)
  select slug, name, id
  from (
    select id, name, btrim(regexp_replace(
      lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'
    ), '-') as slug
    from organizations where verified_at is not null
  ) named
  where slug <> '' and slug not like 'confidential%'
  order by id
  on conflict do nothing;
end $$;

do $$
begin
  if exists (select from pg_attribute where attrelid = 'posting_insights_pkey'::regclass and attname = 'views') then return; end if;

  -- The inbox counts an employer's inquiries by stage, and the board ranks them, from the index alone.
  create index inquiries_stages on inquiries (job_id, created_at desc, id desc) include (stage, closed_at, answered_at, read_at)
    where withdrawn_at is null;
  -- The days of a posting lie far apart: a year of hundreds of postings is summed from the index alone. Only the counter writes here, and it tries again.
  alter table posting_insights
    drop constraint posting_insights_pkey,
    add primary key (job_id, day) include (views, apply_clicks, visitors);
end $$;

do $$
begin
  if to_regclass('interviews') is not null then return; end if;

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
end $$;

do $$
begin
  if to_regclass('organizations_logo') is not null then return; end if;

  -- The logo lies in the file store, in two sizes below this id; the page of a verified organization shows it.
  alter table organizations add column logo_id uuid;
  create index organizations_logo on organizations (logo_id) where logo_id is not null;

  -- After so many months applications to its postings are deleted, where that is sooner than the site does it.
  alter table organizations add column keep_months smallint;
end $$;

do $$
begin
  if to_regclass('posting_origins') is not null then return; end if;

  -- Where those who look at a posting come from, beside its days: counts alone, of what `origins.ts` knows.
  create table posting_origins (
    job_id uuid not null references jobs (id) on delete cascade,
    day date not null,
    origin text not null,
    views integer not null,
    apply_clicks integer not null,
    inquiries integer not null,
    primary key (job_id, day, origin) include (views, apply_clicks, inquiries)
  );
  -- The whole board's last days, and days past their period.
  create index posting_origins_day on posting_origins (day, origin) include (views, apply_clicks, inquiries);

  -- Counted when it is sent.
  alter table waiting_inquiries add column origin text;

  -- Beside index_now_queue, for Google, which takes one page a call. A refusal holds the whole queue until its latest `held_until`.
  create table google_index_queue (
    job_id uuid primary key,
    queued_at timestamptz not null,
    held_until timestamptz
  );

  -- What closed in the last days.
  create index posting_events_closed on posting_events (at) include (job_id) where from_status = 'active' and to_status <> 'active';
end $$;

do $$
begin
  if exists (select from pg_attribute where attrelid = 'jobs'::regclass and attname = 'period_ends_at') then return; end if;

  -- The last day on which a poster takes applications, 'YYYY-MM-DD' at the job's place; the posting then ends before its period does.
  alter table jobs
    add column apply_until text,
    -- The end of the period, while `apply_until` ends the posting before it.
    add column period_ends_at timestamptz;
end $$;

-- Moderators decide about postings without administering the site.
alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('physician', 'employer', 'recruiter', 'moderator', 'admin')) not valid;

do $$
begin
  if to_regclass('job_search_several') is not null then return; end if;

  -- Where else a job is: 'Tulsa, OK', or ', OK' for a state alone. What a job's own columns say is its first place.
  alter table jobs
    add column further_places text[] not null default '{}',
    -- Latitude and longitude of each that is known, one after the other.
    add column further_points real[];

  alter table job_search add column further_points real[];
  alter table segment_delta add column further_points real[];
  create index job_search_several on job_search (job_id) where further_points is not null;
end $$;

alter table users validate constraint users_role_check;
alter table mails validate constraint mails_state_check;
alter table fact_answers validate constraint fact_answers_fact_check;
alter table inquiries validate constraint inquiries_stage_check, validate constraint inquiries_blocked_by_check;
