-- Webhooks of one payment are numbered per receiver (1, 2, 3 ...) in the transaction that writes the event, and one is
-- sent only after those before it were taken or given up. Other kinds of messages have no number.
alter table notification add column sequence integer;

-- Those queued before have numbers too, so that they do not overtake each other either.
update notification n set sequence = numbered.place
from (
  select merchant_id, id, row_number() over (partition by merchant_id, tx_id, target order by created_at, id) as place
  from notification where kind = 'WEBHOOK'
) numbered
where n.merchant_id = numbered.merchant_id and n.id = numbered.id;

alter table notification add constraint notification_sequence check ((sequence is not null) = (kind = 'WEBHOOK'));
create unique index notification_order on notification (merchant_id, tx_id, target, sequence) where sequence is not null;
-- Who waits for whom: asked for every webhook that is due.
create index notification_before on notification (merchant_id, tx_id, target, sequence)
  where sequence is not null and status = 'PENDING';
