-- Ordered rows are read merchant by merchant in the order in which they decide.
create index bank_mapping_order on bank_mapping (merchant_id, position, id);
