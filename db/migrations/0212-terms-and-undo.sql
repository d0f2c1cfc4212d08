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
