-- What goes back of a payment is counted too, with its sign: limits that count net give the room back. What went back
-- before this migration is counted in the proportion its payment was.
delete from counter_event where method not in ('DEPOSIT', 'WITHDRAWAL');
insert into counter_event (merchant_id, tx_id, at, method, tx_type, provider_type, psp, status, amounts,
    user_key, account_key, ip_key, bin_key, email_key, device_key)
  select event.merchant_id, child.id, coalesce(child.completed_at, child.updated_at), child.method, child.tx_type,
    event.provider_type, event.psp, 'SUCCESSFUL',
    (select jsonb_object_agg(currency, ceil(amount::numeric
        * (case when child.method = 'VOID' then -child.requested_minor else child.amount_minor end) / whole)::bigint::text)
      from jsonb_each_text(event.amounts) as counted (currency, amount)),
    event.user_key, event.account_key, event.ip_key, event.bin_key, event.email_key, event.device_key
  from transaction child
  join counter_event event on event.merchant_id = child.merchant_id and event.tx_id = child.origin_tx_id
  join transaction origin on origin.merchant_id = event.merchant_id and origin.id = event.tx_id
  cross join lateral (select abs(origin.amount_minor) -
    case when origin.method = 'WITHDRAWAL' and origin.fee_bill_to = 'USER' then origin.fee_minor + origin.vat_minor
      else 0 end as whole) returnable
  where child.method in ('REFUND', 'VOID', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON') and child.status_no < 100
    and whole > 0;
