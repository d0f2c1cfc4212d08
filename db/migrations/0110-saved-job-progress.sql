-- How far a physician is with a saved job, and what comes next.
alter table favorites
  add column status text not null default 'saved',
  add column next_step text,
  add column next_on date,
  -- Counts the changes, so that a stale save is noticed.
  add column version integer not null default 0;
alter table favorites
  add constraint favorites_status check (status in ('saved', 'applied', 'interview', 'offer', 'closed')) not valid;

-- What the desk remembers of a physician: the last two visits, and the message that goes with a CV by one tap.
create table physician_desks (
  physician_id uuid primary key references users (id) on delete cascade,
  visited_at timestamptz,
  -- The end of the visit before the current one.
  previous_visit_at timestamptz,
  introduction text,
  version integer not null default 0
);
