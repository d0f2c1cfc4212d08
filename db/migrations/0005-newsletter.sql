-- A row is a subscription: whoever leaves is deleted.
create table newsletter_subscribers (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  subscribed_at timestamptz not null default now(),
  -- A subscription counts once its address has confirmed it.
  confirmed_at timestamptz default now()
);
