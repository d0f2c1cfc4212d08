-- Limits per recipient: the address as one mailbox has it, and what kind of mail it is. Null for mails of earlier versions.
alter table mails add column mailbox text, add column class text;
create index mails_mailbox on mails (mailbox, created_at) where mailbox is not null;
