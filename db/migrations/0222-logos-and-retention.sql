-- The logo lies in the file store, in two sizes below this id; the page of a verified organization shows it.
alter table organizations add column logo_id uuid;
create index organizations_logo on organizations (logo_id) where logo_id is not null;

-- After so many months applications to its postings are deleted, where that is sooner than the site does it.
alter table organizations add column keep_months smallint;
