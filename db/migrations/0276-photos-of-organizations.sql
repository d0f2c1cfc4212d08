-- What an organization shows of itself, in its order: [{"id": …, "alt": …}]. The files lie beside
-- its logo.
alter table organizations add column photos jsonb not null default '[]';
create index organizations_photos on organizations using gin (photos jsonb_path_ops);
