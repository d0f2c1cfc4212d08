-- An interview can be moved by either side, and its times can be slots that one of several
-- applicants books. Released nodes write what the former checks allow.
alter table interviews
  -- Who proposed the times.
  add column by_sender boolean not null default false,
  -- The times are slots of windows: each is one applicant's.
  add column is_offer boolean not null default false,
  -- As the browser of each side last said.
  add column sender_zone text,
  add column poster_zone text,
  drop constraint interviews_times_check,
  drop constraint interviews_check;

-- What else the person who offers slots has agreed on.
create index interviews_agreed on interviews (proposed_by, chosen) where chosen is not null;
