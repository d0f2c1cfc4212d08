-- What a job counts with in medians of pay, in US dollars a year; null if it does not count.
alter table job_search add column if not exists middle_pay integer;
