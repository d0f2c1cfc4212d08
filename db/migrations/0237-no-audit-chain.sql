-- The audit log is append-only by rights, and each entry goes to the server's log as well. Nothing
-- proves a chain any more. Nodes of the previous version write by `record_audit`, too; their task
-- that chains entries fails until they are upgraded.
drop table audit_inbox, audit_chain;
drop function if exists append_audit_entry;
alter table audit_log drop column ip, drop column address_hash;
alter table audit_addresses drop column salt;
delete from pgboss.schedule where name = 'chain-audit-log';
delete from pgboss.job where name = 'chain-audit-log' and state < 'active';
