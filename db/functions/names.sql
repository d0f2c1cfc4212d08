-- The organization of an account.
create or replace function organization_of(account uuid) returns uuid language sql stable parallel safe
return (select organization_id from organization_members where user_id = account);

-- The organization that owns a name, of which there is one at most: its page, its logo, and its say
-- about others' postings.
create or replace function owner_of_name(key text) returns uuid language sql stable parallel safe
return (select organization_id from owned_names where name_key = key);

-- Whether an administrator named the owner of a name, who would otherwise have claimed it.
create or replace function is_owner_named(key text) returns boolean language sql stable parallel safe
return exists (
  select from owned_names o join name_grants g using (name_key, organization_id)
  where name_key = key and g.kind = 'own' and g.authority = 'administrator' and g.granted_at is not null
    and g.withdrawn_at is null
);

-- Whether the organization of an account speaks for a name. 'vouched': an administrator says so, or
-- the owner of the name, whom an administrator named, says so of this or of another name, or an
-- administrator of the account's mail domain if nobody else owns the name; a confidential employer
-- is the organization itself. 'accepted': the organization claimed a name that nobody had, or the
-- owner who claimed the name allows the organization, or a moderator accepted a posting of it under
-- the name, which counts as long as nobody else owns the name. 'owned': another organization owns
-- the name. 'unknown': nobody has said anything.
create or replace function standing_of(account uuid, employer text) returns text language sql stable parallel safe
return (
    select case
      when given.vouched then 'vouched'
      when owner_of_name(name_key(employer)) is distinct from organization_of(account) and owner_of_name(name_key(employer)) is not null
        then case when given.allowed then 'accepted' else 'owned' end
      when given.by_domain then 'vouched'
      when given.accepted then 'accepted'
      else 'unknown'
    end
    from (
      select coalesce(bool_or(domain is null and (
          authority = 'administrator' or authority = 'owner' and is_owner_named(name_key(employer))
        )), false) as vouched,
        coalesce(bool_or(authority = 'owner'), false) as allowed,
        coalesce(bool_or(domain is not null), false) as by_domain, count(*) > 0 as accepted
      from name_grants
      where granted_at is not null and withdrawn_at is null and (
        name_key = name_key(employer) and (organization_id = organization_of(account) or domain = (
          select split_part(email, '@', 2) from users where id = account and email_verified_at is not null
        ))
        or authority = 'owner' and organization_id = organization_of(account)
          and owner_of_name(name_key) = owner_of_name(name_key(employer))
        or employer_slug(employer) like 'confidential%' and kind = 'own' and authority = 'administrator'
          and organization_id = organization_of(account)
      )
    ) given
  );

-- Whether a posting of this account under this name carries the mark: an administrator said that
-- the organization is this employer.
create or replace function is_marked(owner uuid, employer text) returns boolean language sql stable parallel safe
return owner is not null and exists (
    select from name_grants
    where organization_id = organization_of(owner) and name_key = name_key(employer) and kind = 'own'
      and authority = 'administrator' and granted_at is not null and withdrawn_at is null
  );

-- The logo of the organization that owns the employer's name.
create or replace function logo_of(employer text) returns uuid language sql stable parallel safe
return (select logo_id from organizations where id = owner_of_name(name_key(employer)));

create or replace function mark_job() returns trigger language plpgsql as $$
begin
  new.is_verified_hospital := is_marked(new.owner_id, new.employer);
  return new;
end $$;

create or replace trigger jobs_mark before insert or update of owner_id, employer, is_verified_hospital on jobs
  for each row execute function mark_job();

-- After a change of grants or seats: the postings of those whom it concerns.
create or replace function refresh_marks() returns trigger language plpgsql as $$
declare
  accounts uuid[];
begin
  if tg_table_name = 'organization_members' then
    accounts := array_remove(array[
      case when tg_op <> 'INSERT' then (to_jsonb(old) ->> 'user_id')::uuid end,
      case when tg_op <> 'DELETE' then (to_jsonb(new) ->> 'user_id')::uuid end
    ], null);
  else
    accounts := array(
      select user_id from organization_members where organization_id in (
        case when tg_op <> 'INSERT' then (to_jsonb(old) ->> 'organization_id')::uuid end,
        case when tg_op <> 'DELETE' then (to_jsonb(new) ->> 'organization_id')::uuid end
      )
    );
  end if;
  update jobs set is_verified_hospital = is_marked(owner_id, employer)
  where owner_id = any (accounts) and is_verified_hospital <> is_marked(owner_id, employer);
  -- Pages of employers in every node's cache.
  perform pg_notify('cache_invalidation', 'names');
  return null;
end $$;

create or replace trigger name_grants_marks after insert or update or delete on name_grants
  for each row execute function refresh_marks();
create or replace trigger organization_members_marks after insert or update of organization_id or delete on organization_members
  for each row execute function refresh_marks();

-- What the owner of a name allowed ends with the ownership. Judged at the end of a transaction, in
-- which an administrator's word may take the place of a claim.
create or replace function end_allowances() returns trigger language plpgsql as $$
begin
  update name_grants set withdrawn_at = now()
  where name_key = old.name_key and authority = 'owner' and withdrawn_at is null
    and owner_of_name(old.name_key) is distinct from old.organization_id;
  return null;
end $$;

drop trigger if exists name_grants_allowances on name_grants;
create constraint trigger name_grants_allowances after update of withdrawn_at or delete on name_grants
  deferrable initially deferred for each row when (
    old.kind = 'own' and old.authority in ('administrator', 'claim') and old.granted_at is not null and old.withdrawn_at is null
  ) execute function end_allowances();
