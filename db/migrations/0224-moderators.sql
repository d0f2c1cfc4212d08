-- Who decides about postings without administering the site. No stored role becomes wrong, so none is checked again.
alter table users
  drop constraint users_role_check,
  add constraint users_role_check check (role in ('physician', 'employer', 'recruiter', 'moderator', 'admin')) not valid;
