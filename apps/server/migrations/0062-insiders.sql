-- Where a secret may be sent: what its document said of address and account when it was entered. Null for those entered
-- before this was noted; they are kept as long as their document says what it says now.
alter table config_secret add column destinations text[];

-- Somebody's new address, until a second person confirms it.
alter table backoffice_user add column pending_email text;
alter table backoffice_user add column pending_email_by text;
