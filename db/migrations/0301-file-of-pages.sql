-- 'file of pages with landing pages of … jobs' has taken its place.
delete from cached_figures where name like 'sitemap with %';
