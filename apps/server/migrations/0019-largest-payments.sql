-- The largest withdrawals, or refunds: amounts of money that leaves are negative, and without the method in front the whole
-- table is read to get past everybody's deposits.
create index transaction_method_amount on transaction (merchant_id, method, amount_minor, id);
