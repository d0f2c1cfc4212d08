-- A search firm asks a physician whether it may present them to a client's posting: an invitation
-- through the firm's own posting, by which the firm knows the physician.
alter table posting_invitations
  add column through_id uuid references jobs on delete cascade,
  -- What the firm calls the physician.
  add column label text,
  -- Since when the firm knows that the client knows the physician already.
  add column known_at timestamptz;
alter table posting_invitations drop constraint posting_invitations_job_id_physician_id_key;
create unique index posting_invitations_once on posting_invitations (job_id, physician_id, organization_id);
create index posting_invitations_organization on posting_invitations (organization_id, sent_at)
  where through_id is not null;

-- The firm that presented the applicant.
alter table inquiries add column presented_by text;
