-- Who may post without a moderator reading first, and which addresses have been proved.

-- Set by an administrator: the account's postings need no review before they go live.
alter table users add column trusted_at timestamptz;

-- When the holder of a manage link confirmed the posting's contact address, to which it was mailed.
alter table posting_links add column confirmed_at timestamptz;

-- The sender was signed in with this address, and had confirmed it.
alter table inquiries add column sender_confirmed boolean not null default false;
