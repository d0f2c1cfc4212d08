-- When the owner of a CV was warned that it will be deleted, because they no longer sign in.
alter table cv_files add column idle_warned_at timestamptz;
