-- What a firm was told of its client's decision about a physician whom it presented.
alter table posting_invitations add column told_decision text;
