-- Links that sign in, and marks of browsers that end when an account goes to its address's owner.

-- Raised when the account's ways in are closed: marks of browsers made before it are void.
alter table users add column device_epoch integer not null default 0;

-- Links live for an hour, so the table is small.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'sign-in'));
