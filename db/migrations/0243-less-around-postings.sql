-- A decision about a source counts its postings itself.
alter table moderation_decisions add column postings integer;
update moderation_decisions d set postings = s.done from source_decisions s where s.id = d.source_decision_id;
alter table moderation_decisions drop column source_decision_id;
drop table source_decisions;

-- What the owner of a name took down is held as what a moderator took down.
update posting_holds set reason = 'removed' where reason = 'name-refused';
