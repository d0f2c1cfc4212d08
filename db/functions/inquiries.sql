-- A person's address as blocks name it: they outlive the account, and keep no address.
create or replace function address_key(email text) returns text
  language sql stable parallel safe
  return encode(sha256(convert_to(lower(email), 'utf8')), 'hex');
