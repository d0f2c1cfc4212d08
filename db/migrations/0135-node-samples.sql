-- One row a minute for each node, for a day: the pictures of the system page.
create table node_samples (
  node text not null,
  at timestamptz not null,
  version text not null,
  started_at timestamptz not null,
  requests integer not null,
  cached integer not null,
  failed integer not null,
  refused integer not null,
  p50_ms real not null,
  p95_ms real not null,
  event_loop_ms real not null,
  memory_mb real not null,
  cpu_percent real not null,
  connections integer not null,
  waiting integer not null,
  primary key (at, node)
);

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
