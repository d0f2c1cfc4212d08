-- What is known of uploaded CVs. The files themselves are in the storage, under their ids.

create table cv_files (
  id uuid primary key,
  -- Null for a visitor's, until an account proves the address.
  physician_id uuid references users (id) on delete cascade,
  -- As it was called at home: only ever shown, never a path.
  file_name text not null,
  format text not null check (format in ('pdf', 'doc', 'docx')),
  size integer not null check (size > 0),
  uploaded_at timestamptz not null default now(),
  -- Null for the CV on file. An earlier one stays as long as it is attached to something.
  replaced_at timestamptz,
  -- When its owner was warned that it will be deleted, because they no longer sign in.
  idle_warned_at timestamptz,
  -- SHA-256 of the file. Null for files of earlier versions.
  content_hash bytea
);
create index cv_files_physician on cv_files (physician_id);
create index cv_files_content on cv_files (content_hash) where content_hash is not null;
create unique index cv_files_on_file on cv_files (physician_id) where replaced_at is null;

create table cv_attachments (
  inquiry_id uuid primary key,
  physician_id uuid references users (id) on delete cascade,
  -- Null once the physician has deleted or withdrawn it.
  file_id uuid references cv_files (id) on delete set null,
  -- What the physician knows the inquiry by.
  about text not null,
  attached_at timestamptz not null default now()
);
create index cv_attachments_file on cv_attachments (file_id);
create index cv_attachments_physician on cv_attachments (physician_id);

create table cv_openings (
  id bigint generated always as identity primary key,
  inquiry_id uuid not null references cv_attachments (inquiry_id) on delete cascade,
  opened_by uuid references users (id) on delete set null,
  -- As it was then: the physician still sees it when the account is gone.
  opener text not null,
  opened_at timestamptz not null default now()
);
create index cv_openings_inquiry on cv_openings (inquiry_id, id desc);
