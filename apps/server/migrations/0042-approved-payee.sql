-- Who approves an invoice approves where it is paid to. Null: approved before this was kept.
alter table invoice add column approved_iban text;
