-- A subscription counts once its address has confirmed it. Earlier ones count, and so do those of nodes of the version before.
alter table newsletter_subscribers add column confirmed_at timestamptz default now();
