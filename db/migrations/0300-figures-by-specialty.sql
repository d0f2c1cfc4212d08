-- 'jobs and pay by specialty and state' has taken its place.
delete from cached_figures where name = 'jobs and pay by state';
