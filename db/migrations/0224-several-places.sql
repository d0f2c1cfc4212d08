-- Where else a job is: 'Tulsa, OK', or ', OK' for a state alone. What a job's own columns say is its first place.
alter table jobs
  add column further_places text[] not null default '{}',
  -- Latitude and longitude of each that is known, one after the other.
  add column further_points real[];

alter table job_search add column further_points real[];
alter table segment_delta add column further_points real[];
create index job_search_several on job_search (job_id) where further_points is not null;
