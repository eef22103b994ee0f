-- Until when a PSP keeps a reservation is said once, when it is made: what is shown, what a rule counts back from and what
-- is refused afterwards were worked out in different places, and differently.
alter table transaction add column capture_until timestamptz(3);
update transaction t
set capture_until = coalesce(t.authorized_at, t.psp_answered_at, t.created_at)
  + make_interval(days => case when t.auth_type = 'PRE_AUTH' then greatest(p.days, 30) else p.days end)
from (
  select r.merchant_id, r.id, coalesce(c.capture_window_days, 7) as days
  from transaction r left join psp c on c.psp = r.psp
  where r.method = 'DEPOSIT' and r.status_no in (3, 4)) p
where t.merchant_id = p.merchant_id and t.id = p.id;
