-- A job that its physician wants to see no more in lists and alerts. One that was never saved is a
-- removed favorite with this moment.
alter table favorites add column hidden_at timestamptz;
