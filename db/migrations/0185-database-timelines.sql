-- The highest timelines of this cluster that nodes have seen elsewhere. A row that is higher than the server's own means that a failover has
-- left this server behind.
create table database_timelines (
  system text not null,
  timeline integer not null,
  seen_at timestamptz not null default now(),
  primary key (system, timeline)
);

-- What a node writes to find out whether a write can be committed.
create table node_heartbeats (
  node text primary key,
  at timestamptz not null default now()
);
