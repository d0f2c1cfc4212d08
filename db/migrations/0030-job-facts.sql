-- How sure the importer is of what it read in a row: a posting with a doubtful fact waits until a moderator has answered.
create table job_facts (
  job_id uuid primary key references jobs (id) on delete cascade,
  -- What the job gives as its source: answers hold for a source.
  source text not null,
  -- For each fact its state, with the source's own words: src/features/imports/facts.ts.
  facts jsonb not null,
  -- The doubtful facts that keep the posting from being published.
  doubtful text[] not null default '{}'
);
create index job_facts_doubtful on job_facts (source, job_id) where doubtful <> '{}';

-- What a moderator answered for every row of a source that says the same: later imports apply it.
create table fact_answers (
  source text not null,
  fact text not null check (fact in ('place', 'profession', 'specialty', 'pay', 'type', 'schedule')),
  -- In lower case, with single spaces.
  words text not null,
  value jsonb not null,
  answered_by uuid references users (id) on delete set null,
  answered_at timestamptz not null default now(),
  primary key (source, fact, words)
);
create index fact_answers_answered_by on fact_answers (answered_by) where answered_by is not null;

-- How many jobs of a run wait because of a doubtful fact.
alter table imports add column doubtful integer not null default 0;
