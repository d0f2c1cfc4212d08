-- 'jobs and pay by state' has taken its place.
delete from cached_figures where name = 'pay by state';
