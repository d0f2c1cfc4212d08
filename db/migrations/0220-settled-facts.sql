-- What is live because of an answer about its source is listed, also once the answer is withdrawn.
create index job_facts_settled on job_facts (source, job_id) where jsonb_path_exists(facts, '$.*.was');
