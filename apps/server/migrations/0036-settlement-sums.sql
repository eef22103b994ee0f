-- As one expression the database works it out in place; with a query of its own in it, it was called once a line, for
-- every line of a batch after each decision.
create or replace function settlement_line_off(gross bigint, gross_code text, rate numeric, fee bigint, net bigint,
  net_code text)
returns bigint language sql immutable parallel safe as $$
  select case when gross_code = net_code then net + fee - gross
    when rate = 1 then 0
    when abs(net + fee - gross * rate * power(10::numeric, currency_exponent(net_code) - currency_exponent(gross_code)))
      <= 1 + abs(gross) * power(10::numeric, currency_exponent(net_code) - currency_exponent(gross_code)) / 2
        / power(10::numeric, scale(rate)) then 0
    else greatest(-1e15, least(1e15, round(net + fee
      - gross * rate * power(10::numeric, currency_exponent(net_code) - currency_exponent(gross_code)))))::bigint end $$;

-- Lines that do not add up and that nobody had to decide about, in batches that are still open.
with off as (
  update settlement_line l set version = l.version + 1, match_status = 'DIFFERENCE',
    differences = array_append(l.differences, 'AMOUNT_DIFF')
  from settlement_batch b
  where b.merchant_id = l.merchant_id and b.id = l.batch_id and b.state not in ('ACCEPTED', 'CLOSED', 'REJECTED')
    and l.origin in ('FILE', 'SPLIT') and l.match_status = 'MATCHED' and b.off_sum_count > 0
    and settlement_line_off(l.gross_minor, l.gross_currency, l.fx_rate, l.fee_minor, l.net_minor, l.net_currency) <> 0
  returning l.merchant_id, l.batch_id),
batches as (select merchant_id, batch_id, count(*) as lines from off group by 1, 2)
update settlement_batch b set version = b.version + 1, state = 'WITH_DIFFERENCES',
  difference_count = b.difference_count + o.lines, matched_count = b.matched_count - o.lines,
  open_count = b.open_count + o.lines
from batches o where b.merchant_id = o.merchant_id and b.id = o.batch_id;
