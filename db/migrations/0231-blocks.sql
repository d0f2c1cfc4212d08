-- Who wants nothing more of whom. A block stands between an employer and a person, and has a row for each key of either.
create table blocks (
  -- The block's: what ends one row ends all of them.
  id uuid not null,
  -- An organization, an account that is alone, or the contact address of who posted without one.
  employer text not null,
  -- An account; 'address' and the hash of one that it proved; 'typed' and the hash of one that nobody proved.
  person text not null,
  blocked_by text not null check (blocked_by in ('person', 'employer')),
  since timestamptz not null default now(),
  primary key (employer, person, blocked_by)
);
create index blocks_person on blocks (person);
create index blocks_id on blocks (id);

with blocked as (
  select sender_id, email, proof, case blocked_by when 'sender' then 'person' else 'employer' end as side,
    exists (select from users where id = sender_id and users.email = inquiries.email and email_verified_at is not null) as is_own,
    coalesce((select organization_id from organization_members where user_id = owner_id)::text, owner_id::text, lower(contact_email))
      as employer
  from inquiries join jobs on jobs.id = job_id
  where blocked_by is not null
)
insert into blocks (id, employer, person, blocked_by)
select md5(concat_ws(' ', employer, side, coalesce(sender_id::text, email)))::uuid, employer, person, side
from blocked, unnest(array[
  case when proof <> 'none' or side = 'person' then sender_id::text end,
  case
    when proof = 'link' or is_own and (proof = 'account' or side = 'person') then 'address '
    when proof = 'none' and side = 'employer' then 'typed '
  end || encode(sha256(convert_to(lower(email), 'utf8')), 'hex')
]) person
where employer is not null and person is not null
on conflict do nothing;

alter table inquiries drop column blocked_by;

-- Null: the address goes out unless the employer is confidential. Before, that of a confidential one went out to guests unasked.
alter table inquiries alter column shows_poster_email drop default, alter column shows_poster_email drop not null;
update inquiries set shows_poster_email = null
from jobs
where jobs.id = job_id and shows_poster_email
  and regexp_replace(lower(normalize(employer, NFKD)), '[^a-z0-9]+', '-', 'g') ~ '^-?confidential';
