-- The rate a line's exchange was held against: who decides about a difference of rates sees both.
alter table settlement_line add column our_rate numeric;

-- A view keeps the columns its table had.
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
  money_json(interchange_minor, net_currency) as interchange
from settlement_line l;
