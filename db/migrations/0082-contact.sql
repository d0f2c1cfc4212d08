-- Messages from the contact page. They are mailed to the operator as well.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default now()
);
create index contact_messages_email on contact_messages (email);
