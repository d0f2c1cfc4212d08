-- The first doubtful fact of a waiting posting with the source's words, by which moderators decide about all postings that wait for the same
-- thing; empty where nothing waits. Null in rows of former releases: each of them is decided by itself.
alter table job_facts add column doubt text;
create index job_facts_doubt on job_facts (source, doubt, job_id) where doubtful <> '{}';
