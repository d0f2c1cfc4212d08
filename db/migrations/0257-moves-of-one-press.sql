-- Moves that one press made, so that they are undone as one.
alter table inquiry_events add column batch uuid;
create index inquiry_events_batch on inquiry_events (actor_id, at) where batch is not null;
