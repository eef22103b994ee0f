-- What rules say about a payment is kept with it: the code its fee is taxed under, and the version of the PSP's interface
-- that an attempt spoke.
alter table transaction add column tax_code text;
alter table tx_attempt add column psp_version text;
