-- Who reopened an entry of a bank statement: whoever does wants to decide themselves, so nothing confirms it by itself.
alter table bank_entry add column reopened_by text;
