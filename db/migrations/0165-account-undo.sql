-- A second step can be undone by a mailed link, recovery codes have an age, and the last mail of an account goes once it is sent.

-- Codes from before count as new: an undo removes them rather than leave a thief's.
alter table recovery_codes add column created_at timestamptz not null default now();

-- Links live for an hour or a week, so the table is small.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'sign-in', 'change-email', 'undo-email', 'undo-second-step'));

alter table mails add column delete_once_sent boolean not null default false;
