-- The accounts whose postings an account reaches: its own, and those of its organization, as far as
-- its seat goes.
create or replace function team_of(account uuid, to_manage boolean default false) returns uuid[]
  language sql stable parallel safe
  return coalesce(
    (
      select case
        when mine.seat = 'reader' and to_manage then '{}'
        when mine.seat = 'assigned' then array[account]
        else array(select user_id from organization_members where organization_id = mine.organization_id)
      end
      from organization_members mine where mine.user_id = account
    ),
    array[account]
  );

-- The accounts that may act on a posting of this owner.
create or replace function hirers_of(owner uuid) returns uuid[]
  language sql stable parallel safe
  return array(
    select owner where not exists (select from organization_members where user_id = owner and seat = 'reader')
    union
    select colleague.user_id
    from organization_members mine join organization_members colleague using (organization_id)
    where mine.user_id = owner and colleague.seat in ('owner', 'recruiter')
  );
