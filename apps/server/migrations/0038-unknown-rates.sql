-- Lines over an exchange we knew no rate of passed as if they were right, in batches that are still open. Matching again
-- finds those right that we know a rate of since.
with unknown as (
  update settlement_line l set version = l.version + 1, match_status = 'DIFFERENCE',
    differences = array_append(l.differences, 'FX_DIFF')
  from settlement_batch b
  where b.merchant_id = l.merchant_id and b.id = l.batch_id and b.state not in ('ACCEPTED', 'CLOSED', 'REJECTED')
    and l.origin in ('FILE', 'SPLIT') and l.match_status = 'MATCHED' and l.tx_id is not null
    and l.gross_currency <> l.net_currency and coalesce(l.our_rate, 0) <= 0
  returning l.merchant_id, l.batch_id),
batches as (select merchant_id, batch_id, count(*) as lines from unknown group by 1, 2)
update settlement_batch b set version = b.version + 1, state = 'WITH_DIFFERENCES',
  difference_count = b.difference_count + u.lines, matched_count = b.matched_count - u.lines,
  open_count = b.open_count + u.lines
from batches u where b.merchant_id = u.merchant_id and b.id = u.batch_id;
