-- The clients of the public API: how they prove themselves, how much they may call, and whom they want to be told.

-- Client ids are global by nature: a client signs in without naming a merchant.
create table api_client (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  client_id text not null,
  name text not null,
  description text,
  scopes text[] not null,
  access_token_ttl integer not null,
  ip_allowlist text[] not null default '{}',
  rate_limit integer not null,
  state text not null,
  secret_expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  -- A client may prove itself with a key of its own. Another key has another id, and tokens got with the former end.
  signing_key_public text,
  signing_key_id uuid,
  -- Who put the key in: whoever holds the other half can act as the client.
  signing_key_by text,
  primary key (merchant_id, id)
);
create unique index api_client_client_id on api_client (client_id);
create unique index api_client_id on api_client (id);

create table api_client_secret (
  merchant_id integer not null,
  id uuid not null,
  api_client_id uuid not null,
  hash text not null,
  last4 text not null,
  state text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  reminded_days integer,
  primary key (merchant_id, id),
  foreign key (merchant_id, api_client_id) references api_client (merchant_id, id)
);
create index api_client_secret_client on api_client_secret (merchant_id, api_client_id);

-- Proofs that were used; none counts twice.
create table api_client_assertion (
  merchant_id integer not null,
  api_client_id uuid not null,
  jti text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, api_client_id, jti)
);
create index api_client_assertion_expiry on api_client_assertion (expires_at);

-- Tokens are signed and carry what they may do; those that were given back before their time stand here until they would
-- have ended.
create table api_client_revoked_token (
  merchant_id integer not null,
  api_client_id uuid not null,
  token_hash text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, api_client_id, token_hash)
);
create index api_client_revoked_token_expiry on api_client_revoked_token (expires_at);

-- Calls of the running second, which several servers share. Worth nothing a second later, hence not logged.
create unlogged table api_client_rate (
  merchant_id integer not null,
  api_client_id uuid not null,
  second bigint not null,
  taken integer not null,
  primary key (merchant_id, api_client_id)
);

create table webhook_endpoint (
  merchant_id integer not null,
  id uuid not null,
  api_client_id uuid not null,
  url text not null,
  events text[] not null,
  state text not null,
  secret text not null,
  former_secret text,
  former_until timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, api_client_id) references api_client (merchant_id, id)
);
create index webhook_endpoint_client on webhook_endpoint (merchant_id, api_client_id);

create table api_client_day (
  merchant_id integer not null,
  api_client_id uuid not null,
  day date not null,
  calls bigint not null,
  client_errors bigint not null,
  server_errors bigint not null,
  primary key (merchant_id, api_client_id, day)
);

-- The last calls of each client, without bodies; older ones make room.
create table api_client_call (
  merchant_id integer not null,
  api_client_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  method text not null,
  path text not null,
  status integer not null,
  latency_ms integer not null,
  ip text not null,
  primary key (merchant_id, api_client_id, id)
);

-- What a client sent once and may send again: the same answer comes back.
create table api_request (
  merchant_id integer not null,
  client_id text not null,
  idempotency_key text not null,
  request_hash text not null,
  tx_id bigint,
  status smallint,
  -- Not jsonb: who asks again gets the first answer byte by byte.
  reply json,
  at timestamptz(3) not null,
  primary key (merchant_id, client_id, idempotency_key)
);
create index api_request_age on api_request (at);
