-- Minimum and maximum of pay, each as the poster typed it.
alter table jobs add column typed_pay text[];
