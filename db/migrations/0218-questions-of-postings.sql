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
