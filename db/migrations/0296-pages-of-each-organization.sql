-- Anybody can name a board: who does so first is in nobody's way.
drop index import_sources_page;
create unique index import_sources_page on import_sources (organization_id, url) where organization_id is not null;
drop index import_sources_organization;
