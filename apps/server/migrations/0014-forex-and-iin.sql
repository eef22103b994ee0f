-- What the screens of exchange rates and card ranges need.

-- The name of a rate in lists and in the audit log. Generated, so that whoever inserts rates need not know of it.
alter table forex_rate add column pair text not null generated always as (from_currency || '/' || to_currency) stored;
alter table forex_rate add column created_by text;
create index forex_rate_pair on forex_rate (merchant_id, pair, id);

-- Lists read ranges in their order, and whoever looks for a range of the same source looks by its start.
create index iin_list on iin (merchant_id, range_start, id);
create index iin_source on iin (merchant_id, source, range_start) where state <> 'DELETED';

-- Which range a payment's card was found in.
alter table transaction add column iin_id text;
create index transaction_iin on transaction (merchant_id, iin_id, id desc) where iin_id is not null;
