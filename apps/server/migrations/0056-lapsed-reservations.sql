-- A reservation the PSP has let go without a capture was never paid. Limits that count net stop counting what of it was
-- not captured at that instant, without anybody having to notice. A void counts as money that went back instead.
alter table counter_event
  add column reserved_until timestamptz(3),
  add column authorized_minor bigint,
  add column captured_minor bigint;
update counter_event e
set reserved_until = t.capture_until, authorized_minor = t.authorized_minor, captured_minor = t.captured_minor
from transaction t
where t.merchant_id = e.merchant_id and t.id = e.tx_id and t.capture_until is not null and t.voided_minor = 0
  and t.authorized_minor > 0;
