-- Who speaks for an employer's name, by whose word: the only place that says it. `src/features/names` has the rule.
create table name_grants (
  id uuid primary key,
  -- As it was written; compared by its key, and the address of its page.
  name text not null check (name <> ''),
  name_key text not null generated always as (name_key(name)) stored check (name_key <> ''),
  slug text not null generated always as (employer_slug(name)) stored,
  -- To whom: an organization, or every account with a confirmed address in a mail domain.
  organization_id uuid references organizations (id) on delete cascade,
  domain text check (domain = lower(domain)),
  kind text not null check (kind in ('own', 'client')),
  -- By whose word: an administrator's, a moderator's acceptance of a posting, the owner's of the name, or a claim of a name that nobody had.
  authority text not null check (authority in ('administrator', 'moderator', 'owner', 'claim')),
  granted_by uuid references users (id) on delete set null,
  asked_at timestamptz not null default now(),
  -- Null: a claim that waits for an administrator.
  granted_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users (id) on delete set null,
  check (num_nonnulls(organization_id, domain) = 1)
);
-- A name and its page have one owner.
create unique index name_grants_owner on name_grants (name_key)
  where kind = 'own' and authority in ('administrator', 'claim') and organization_id is not null and granted_at is not null
    and withdrawn_at is null;
create unique index name_grants_page on name_grants (slug)
  where kind = 'own' and authority in ('administrator', 'claim') and organization_id is not null and granted_at is not null
    and withdrawn_at is null and slug <> '';
create unique index name_grants_once on name_grants (organization_id, name_key, kind, authority) where withdrawn_at is null;
create unique index name_grants_domain on name_grants (domain, name_key) where withdrawn_at is null;
create index name_grants_key on name_grants (name_key) where withdrawn_at is null;
create index name_grants_waiting on name_grants (asked_at) where granted_at is null and withdrawn_at is null;
create index name_grants_granted_by on name_grants (granted_by) where granted_by is not null;
create index name_grants_withdrawn_by on name_grants (withdrawn_by) where withdrawn_by is not null;

-- The owner of each name: one organization.
create view owned_names as
  select organization_id, name, name_key, slug, authority from name_grants
  where kind = 'own' and authority in ('administrator', 'claim') and organization_id is not null and granted_at is not null
    and withdrawn_at is null;

-- What is trusted so far goes on being trusted. Names of verified organizations; those beside the present one were claimed.
insert into name_grants (id, name, organization_id, kind, authority, granted_at)
select gen_random_uuid(), n.name, n.organization_id, 'own',
  case when n.slug = employer_slug(o.name) then 'administrator' else 'claim' end, n.since
from organization_names n join organizations o on o.id = n.organization_id
where o.verified_at is not null and name_key(n.name) <> ''
order by n.slug = employer_slug(o.name) desc, n.since
on conflict do nothing;

insert into name_grants (id, name, domain, kind, authority, granted_by, granted_at)
select gen_random_uuid(), employer, lower(domain), 'own', 'administrator', vouched_by, vouched_at
from vouched_employers where name_key(employer) <> ''
on conflict do nothing;

insert into name_grants (id, name, organization_id, kind, authority, granted_at)
select gen_random_uuid(), n.name, a.agency_id, 'client', 'owner', a.allowed_at
from organization_agencies a join organization_names n on n.organization_id = a.organization_id
where name_key(n.name) <> ''
on conflict do nothing;

-- A trusted account posts for the employers that it has posted for, and for its own.
insert into name_grants (id, name, organization_id, kind, authority, granted_at)
select gen_random_uuid(), name, organization_id, 'client', 'administrator', since
from (
  select employer as name, m.organization_id, coalesce(trusted_at, now()) as since
  from users join organization_members m on m.user_id = users.id join jobs on owner_id = users.id
  where (trusted_at is not null or users.is_verified_hospital) and status in ('active', 'inactive', 'expired')
  union
  select company_name, m.organization_id, trusted_at
  from users join organization_members m on m.user_id = users.id
  where trusted_at is not null and company_name is not null
) trusted
where name_key(name) <> ''
on conflict do nothing;

insert into name_grants (id, name, organization_id, kind, authority, granted_at)
select gen_random_uuid(), employer, m.organization_id,
  case when user_type = 'recruiter' then 'client' else 'own' end, 'moderator', now()
from jobs join organization_members m on m.user_id = owner_id
where status in ('active', 'inactive', 'expired') and name_key(employer) <> '' and exists (
  select from posting_events e
  where e.job_id = jobs.id and e.actor = 'administrator' and e.action in ('approve', 'read', 'approveEdit')
)
on conflict do nothing;

update jobs set is_verified_hospital = not is_verified_hospital
where is_verified_hospital is distinct from exists (
  select from organization_members m join name_grants g using (organization_id)
  where m.user_id = owner_id and g.name_key = name_key(employer) and kind = 'own' and authority = 'administrator'
) and (is_verified_hospital or owner_id in (
  select user_id from organization_members join name_grants using (organization_id) where kind = 'own'
));

-- What others post under a name; a source spells its employers alike.
create index jobs_posted_names on jobs (name_key(employer)) where channel <> 'import' and status in ('pending', 'active');

drop function if exists logo_of(text);
drop table organization_names, organization_agencies, vouched_employers;
alter table organizations drop column verified_at;
alter table users drop column is_verified_hospital, drop column trusted_at;

alter table posting_events drop constraint posting_events_actor_check,
  add constraint posting_events_actor_check check (
    actor in ('owner', 'author', 'administrator', 'clock', 'policy', 'operator', 'source', 'name-owner')
  ) not valid;
