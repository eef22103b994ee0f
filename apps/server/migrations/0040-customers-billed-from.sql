-- The first day of the agreement with a customer: no month that ended before it is billed. Null: nobody said.
alter table customer add column billed_from date;
