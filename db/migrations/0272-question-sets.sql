-- Named questions that several postings ask. A posting keeps what it asks in its own row, which
-- follows its set as long as it has one.
create table question_sets (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  questions jsonb not null,
  updated_at timestamptz not null default now()
);
create index question_sets_owner on question_sets (owner_id, name);

alter table posting_questions add column set_id uuid references question_sets on delete set null;
create index posting_questions_set on posting_questions (set_id) where set_id is not null;
