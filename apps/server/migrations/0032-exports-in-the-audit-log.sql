-- Erasing a person looks through what was searched for when files were taken away; exports are few among all entries.
create index audit_entry_export on audit_entry (at desc) where action = 'EXPORT';
