-- Counting and narrowing down large histories without visiting the payments themselves: the indexes that find them also
-- hold what they are filtered by most. Their keys and their number stay the same, so writing a payment costs what it did.
drop index transaction_status;
create index transaction_status on transaction (merchant_id, status_no, id desc)
  include (created_at, is_test_user, psp, card_brand);
drop index transaction_psp;
create index transaction_psp on transaction (merchant_id, psp, id desc) include (created_at, is_test_user, status_no)
  where psp is not null;
drop index transaction_amount;
create index transaction_amount on transaction (merchant_id, amount_minor, id)
  include (created_at, is_test_user, currency);
drop index transaction_method_amount;
create index transaction_method_amount on transaction (merchant_id, method, amount_minor, id)
  include (created_at, is_test_user);

-- An index answers by itself only for pages that were vacuumed since they changed. By default a fifth of the table has to
-- change first, which in a large one is weeks.
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'transaction'::regclass loop
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)',
      part);
  end loop;
end $$;
