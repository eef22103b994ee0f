-- Who passed the gate at which prices, exemptions from strong authentication and tries after declines are given counts,
-- whether its payment has ended or not. What is not known of payments before this migration follows from how they ended.
alter table counter_event
  add column priced_at timestamptz(3),
  add column is_charged boolean not null default false,
  add column authenticated_at timestamptz(3),
  add column is_strong boolean not null default false;
update counter_event event set
    priced_at = event.at,
    is_charged = payment.fee_minor > 0,
    authenticated_at = case when payment.bin is not null and payment.method = 'DEPOSIT' then event.at end,
    is_strong = payment.three_ds_flow is not distinct from 'CHALLENGED'
  from transaction payment
  where payment.merchant_id = event.merchant_id and payment.id = event.tx_id and payment.method in ('DEPOSIT', 'WITHDRAWAL');
-- Without a status: another try that nobody has answered yet.
alter table scheme_decline alter column status_no drop not null;
