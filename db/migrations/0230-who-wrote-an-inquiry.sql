-- Who wrote an inquiry: an account that was signed in, or an address that a mailed link has proved. 'none': anybody may have typed it.
alter table inquiries add column proof text not null default 'none' check (proof in ('account', 'link', 'none'));
update inquiries set proof = case when sender_id is null then 'link' else 'account' end where sender_confirmed;

-- What was sent from an address that an account has proved is in that account at once, no longer from its next sign-in on.
with claimed as (
  update inquiries set sender_id = users.id, blocked_by = case when sender_confirmed then blocked_by end
  from users
  where sender_id is null and inquiries.email = users.email and users.email_verified_at is not null
  returning inquiries.id, sender_id
), attached as (
  update cv_attachments set physician_id = sender_id from claimed where inquiry_id = claimed.id and physician_id is null
  returning file_id, physician_id
)
update cv_files set physician_id = attached.physician_id from attached where cv_files.id = attached.file_id;

-- A lock keeps two at once apart, and equal words are no identity: the index `inquiries_once` goes with its columns.
alter table inquiries drop column sender_confirmed, drop column is_repeat, drop column message_hash;

-- The network that uploaded it, which bounds what strangers have waiting. Null of an earlier version.
alter table waiting_inquiries add column network text;
