-- Tokens are signed and carry what they may do; those that were given back before their time stand here until they would have ended.
create table api_client_revoked_token (
  merchant_id integer not null,
  api_client_id uuid not null,
  token_hash text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, api_client_id, token_hash)
);
create index api_client_revoked_token_expiry on api_client_revoked_token (expires_at);
