-- Finds the active postings of a specialty in a state, for the comparison in a poster's insights.
create index jobs_comparable on jobs (specialty, state, posted_at desc) where status = 'active';
