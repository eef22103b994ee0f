-- The first day of the agreement with a customer: no month that ended before it is billed. Of those there are it is the
-- day they were entered, or the first month that was billed and issued.
alter table customer add column billed_from date;
update customer c set billed_from = least((c.created_at at time zone 'UTC')::date, (
  select min(i.period_from) from invoice i
  where i.customer_id = c.id::text and i.type = 'INVOICE' and i.number is not null));
