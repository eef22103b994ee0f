-- A payout to a bank that is known by national numbers goes to an account number and a clearing number.
alter table user_psp_account add column account_number text;
