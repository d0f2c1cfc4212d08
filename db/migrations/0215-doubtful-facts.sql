-- The queue reads which facts are doubtful from the index alone.
drop index job_facts_doubt;
create index job_facts_doubt on job_facts (source, doubt, job_id) include (doubtful) where doubtful <> '{}';
-- What is live because of a source's answer, for the day that it is withdrawn.
create index job_facts_answered on job_facts (source, job_id) where jsonb_path_exists(facts, '$.*.was');
