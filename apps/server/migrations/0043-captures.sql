-- Captures and voids under way count against what is left of a reservation, as refunds under way count against what was
-- captured. Two of them at once could take more than was reserved.
alter table transaction add column capturing_minor bigint not null default 0;
update transaction t
set capturing_minor = open.minor
from (
  select merchant_id, origin_tx_id, sum(case method when 'VOID' then requested_minor else abs(amount_minor) end) as minor
  from transaction
  where origin_tx_id is not null and method in ('CAPTURE', 'VOID') and status_no between 100 and 499
  group by merchant_id, origin_tx_id) open
where t.merchant_id = open.merchant_id and t.id = open.origin_tx_id;

-- A capture that was opened again left its payment captured in name only; an automatic capture that failed left it waiting
-- for one that nobody would make. Both wait for a person now.
update transaction set status_no = 3
where method = 'DEPOSIT' and authorized_minor > 0
  and ((status_no in (5, 6) and captured_minor + voided_minor < authorized_minor)
    or (status_no = 4 and capture_due_at is null));
