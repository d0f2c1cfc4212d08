-- When the sender is told that they are hired, or no longer are; until then they read what they were told before.
alter table inquiries
  add column told_at timestamptz,
  add column was_hired boolean not null default false;

-- Closed with the posting, and opened again with it as long as the sender is not told.
alter table inquiry_events add column with_posting boolean not null default false;
