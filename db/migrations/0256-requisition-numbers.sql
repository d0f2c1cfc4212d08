-- The poster's own number for the opening, by which a CSV file finds the posting again.
alter table jobs add column requisition text;
