-- Proofs of work near a limit: each is accepted once. A row lives as long as its challenge.
create table spent_proofs (
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expiry on spent_proofs (expires_at);
