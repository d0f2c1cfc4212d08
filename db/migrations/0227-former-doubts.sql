-- What waits since a former release says what it waits for, as all else does: the queue groups by it.
update job_facts f set doubt = case when jobs.status = 'pending' then first_doubt(f.facts, f.doubtful) else '' end
  from jobs where jobs.id = f.job_id and f.doubt is null and f.doubtful <> '{}';
