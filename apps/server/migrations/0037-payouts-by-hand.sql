-- 0034 called a payout that of a statement wherever an entry was confirmed with the batch. Where somebody had entered
-- another amount by hand since, it is the hand's: no confirmed entry has that amount.
update settlement_batch b set bank_source = 'HAND'
where bank_source = 'STATEMENT' and not exists (select 1 from bank_entry e
  where e.batch_merchant_id = b.merchant_id and e.batch_id = b.id::text and e.state = 'CONFIRMED'
    and e.amount_minor = b.bank_amount_minor);
