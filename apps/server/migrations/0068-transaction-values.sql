-- Which values of PSP, channel, tag and so on occur among the payments of a merchant, so that filters can offer them
-- without looking through the payments. Only ever added to, with the payment that has the value first.
create table transaction_value (
  merchant_id integer not null,
  name text not null,
  value text not null,
  primary key (merchant_id, name, value)
);

insert into transaction_value (merchant_id, name, value)
select distinct t.merchant_id, occurred.name, occurred.value
from transaction t cross join lateral (
  select * from (values
    ('psp', t.psp), ('initiatedPsp', t.initiated_psp), ('pspAccount', t.psp_account), ('pspService', t.psp_service),
    ('cardBrand', t.card_brand), ('userCat', t.user_category), ('channelId', t.channel)) as column_value (name, value)
  where value is not null
  union all select 'tags', tag from unnest(t.tags) as tag) as occurred (name, value)
where length(occurred.value) <= 200;
