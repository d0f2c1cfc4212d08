-- What somebody allowed who no longer owns the name.
update name_grants set withdrawn_at = now()
where authority = 'owner' and withdrawn_at is null
  and not exists (select from owned_names o where o.name_key = name_grants.name_key);
