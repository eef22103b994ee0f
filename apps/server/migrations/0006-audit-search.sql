-- The audit log is read newest first, over as many chains as the reader's merchants belong to.
create index audit_entry_newest on audit_entry (at desc, chain_merchant_id desc, seq desc);
