-- Mail above the pace of its mailbox waits, and is gathered into one mail.
alter table mails drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('queued', 'waiting', 'gathered', 'sent', 'dead', 'suppressed')) not valid,
  -- How it stands in a mail with others: { key?, many, intro?, line, more?, reason }.
  add column gather jsonb,
  -- Of a gathered mail: the one that carries it. That one names its parts.
  add column gathered_in uuid,
  add column parts uuid[],
  -- It leaves no earlier, and not after the end of its link.
  add column due_at timestamptz,
  add column expires_at timestamptz,
  -- When it was written; created_at is then the moment when its mailbox had room.
  add column waited_since timestamptz;
