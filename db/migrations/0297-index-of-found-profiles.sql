-- PostgreSQL does not combine two indexes with the same condition, and those of words have it.
create index profiles_recent on profiles (saved_at desc, found_id desc) where found_id is not null;
drop index profiles_found;
