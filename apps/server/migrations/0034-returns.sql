-- What came back of a payment by itself: a deposit the payer's bank took back, a payout that was returned. Deposits that
-- were taken back counted as charged back before, which made it possible to win them.
alter table transaction add column returned_minor bigint not null default 0;
update transaction t
set returned_minor = back.minor,
  chargeback_minor = case when t.method = 'DEPOSIT' then t.chargeback_minor - back.minor else t.chargeback_minor end
from (
  select merchant_id, origin_tx_id, sum(abs(amount_minor)) as minor from transaction
  where origin_tx_id is not null and method = 'REVERSAL' and status_no < 100
  group by merchant_id, origin_tx_id) back
where t.merchant_id = back.merchant_id and t.id = back.origin_tx_id;

-- A callback is stored before it is understood. What was not understood is tried again.
alter table callback add column tries smallint not null default 0;
alter table callback add column retry_at timestamptz(3);
create index callback_retry on callback (retry_at) where retry_at is not null;

-- One open case per payment and kind, but each callback that could not be applied has its own.
drop index investigation_case_open;
create unique index investigation_case_open on investigation_case
  (merchant_id, tx_id, type, coalesce(callback_id, '00000000-0000-0000-0000-000000000000'::uuid))
  where state <> 'RESOLVED' and tx_id is not null;

-- Whatever the programs do: what goes back of a deposit is never more than was captured. Rows that broke it before stay as
-- they are, for somebody to look at; the daily check names them.
alter table transaction add constraint transaction_returned_at_most_captured check (
  returned_minor >= 0 and chargeback_minor >= 0
  and (method <> 'DEPOSIT' or refunded_minor + returned_minor + chargeback_minor <= captured_minor)) not valid;
