-- A manage link ends a day after a newer one was mailed, and at once when the poster ends all links.
alter table posting_links add column ends_at timestamptz;

-- A mailed link to a CV opens it once.
create table used_cv_links (
  -- SHA-256 of the link's token.
  token_hash bytea primary key,
  inquiry_id uuid not null references inquiries (id) on delete cascade,
  used_at timestamptz not null default now()
);
create index used_cv_links_inquiry on used_cv_links (inquiry_id);
