-- What a merge moved and filled, so that it can be undone for a day; null afterwards.
alter table merged_jobs add column before jsonb;
