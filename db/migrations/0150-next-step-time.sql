-- The time of day of a next step, as the clock shows it in `next_zone`; null for the whole day.
alter table favorites
  add column next_time time(0),
  add column next_zone text;
