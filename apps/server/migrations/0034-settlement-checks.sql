-- Who said that the bank received a payout: one payout is confirmed once.
alter table settlement_batch add column bank_source text;
update settlement_batch b set bank_source = case when exists (select 1 from bank_entry e
  where e.batch_merchant_id = b.merchant_id and e.batch_id = b.id::text and e.state = 'CONFIRMED')
  then 'STATEMENT' else 'HAND' end where bank_ref is not null;

-- The PSPs, accounts and readings a file was checked with: it is imported for no other.
alter table settlement_file add column checked_for text[] not null default '{}';

-- What the net amount of a line is more than its gross without its fees. Rates are rounded, and so is what follows from
-- them; where a file says none, nothing can be said.
create function settlement_line_off(gross bigint, gross_code text, rate numeric, fee bigint, net bigint, net_code text)
returns bigint language sql immutable parallel safe as $$
  select case when gross_code = net_code then net + fee - gross
    when rate = 1 then 0
    else (select case when abs(net + fee - of_one * rate) <= 1 + abs(of_one) / 2 / power(10::numeric, scale(rate)) then 0
        else greatest(-1e15, least(1e15, round(net + fee - of_one * rate)))::bigint end
      from (select gross * power(10::numeric, currency_exponent(net_code) - currency_exponent(gross_code)) as of_one) g)
    end $$;

alter table settlement_batch add column off_sum_count integer not null default 0;
update settlement_batch b set off_sum_count = c.count from (
  select merchant_id, batch_id, count(*) from settlement_line
  where origin in ('FILE', 'SPLIT')
    and settlement_line_off(gross_minor, gross_currency, fx_rate, fee_minor, net_minor, net_currency) <> 0
  group by 1, 2) c
where b.merchant_id = c.merchant_id and b.id = c.batch_id;

-- A view keeps the columns its table had.
drop view settlement_batch_view;
create view settlement_batch_view as
select b.*,
  money_json(gross_credit_minor - gross_debit_minor, settlement_currency) as gross,
  money_json(gross_credit_minor, settlement_currency) as gross_credit,
  money_json(gross_debit_minor, settlement_currency) as gross_debit,
  money_json(fee_total_minor, settlement_currency) as fee_total,
  money_json(adjustments_minor, settlement_currency) as adjustments,
  money_json(net_minor, settlement_currency) as net,
  money_json(declared_net_minor, settlement_currency) as declared_net,
  money_json(bank_amount_minor, settlement_currency) as bank_amount,
  case when line_count = 0 then 0 else floor(matched_count * 1000.0 / line_count) / 10 end as matched_pct
from settlement_batch b;

drop view settlement_line_view;
create view settlement_line_view as
select l.*,
  'Line ' || line_no as title,
  batch_id::text as batch,
  money_json(gross_minor, gross_currency) as gross,
  money_json(net_minor, net_currency) as net,
  money_json(fee_minor, net_currency) as fees,
  money_json(expected_minor, expected_currency) as expected,
  money_json(expected_fee_minor, expected_fee_currency) as expected_fee,
  money_json(commission_minor, net_currency) as commission,
  money_json(markup_minor, net_currency) as markup,
  money_json(scheme_fee_minor, net_currency) as scheme_fee,
  money_json(interchange_minor, net_currency) as interchange,
  money_json(nullif(settlement_line_off(gross_minor, gross_currency, fx_rate, fee_minor, net_minor, net_currency), 0),
    net_currency) as off_sum
from settlement_line l;
