-- Lists of payments by amount, in order or within a range, and the relatives of a payment.
create index transaction_amount on transaction (merchant_id, amount_minor, id);
create index transaction_root on transaction (merchant_id, root_tx_id) where root_tx_id is not null;
