-- The data of a person leaves as an encrypted archive at an address that works once. The address is kept as its hash.
alter table gdpr_file add column token_hash text;
create unique index gdpr_file_token on gdpr_file (token_hash) where token_hash is not null;

alter table gdpr_request
  add column linked_at timestamptz(3),
  add column downloaded_at timestamptz(3);
