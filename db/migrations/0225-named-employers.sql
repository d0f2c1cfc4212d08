alter table inquiries
  -- Of a confidential posting: the name that the employer showed to this applicant, and when.
  add column named_as text,
  add column named_at timestamptz,
  -- The organization's own period when the inquiry was sent: its sender was told so.
  add column keep_months smallint;
