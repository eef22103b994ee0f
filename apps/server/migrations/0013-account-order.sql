-- The list of accounts begins with the last used; accounts that never were come last.
drop index user_psp_account_last_used;
create index user_psp_account_last_used on user_psp_account (merchant_id, last_used desc nulls last, id desc);
