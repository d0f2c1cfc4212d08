-- Which events a hook gets; those of before get all.
alter table hooks add column events text[] not null
  default '{application.received, message.received, application.moved, posting.changed}';
