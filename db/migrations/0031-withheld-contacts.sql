-- Sentences with e-mail addresses and phone numbers of persons, which stood in a source's text: for moderators only.
alter table job_facts add column withheld text[] not null default '{}';
