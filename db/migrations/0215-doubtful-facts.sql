-- The queue reads which facts are doubtful from the index alone.
drop index job_facts_doubt;
create index job_facts_doubt on job_facts (source, doubt, job_id) include (doubtful) where doubtful <> '{}';
