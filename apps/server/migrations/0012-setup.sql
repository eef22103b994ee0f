-- What payments run on: the catalogue of PSPs, what their credentials look like, the merchants' configuration with its
-- secrets, maintenance windows, and the clients of the public API.

-- The catalogue belongs to the platform: its rows lie on the merchant at the top.
create table psp (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  psp text not null,
  name text not null,
  status text not null,
  classification text not null,
  legal_entity text,
  regions text[] not null default '{}',
  docs_url text,
  tx_types text[] not null,
  countries text[] not null default '{}',
  currencies text[] not null default '{}',
  services jsonb not null default '[]',
  partial_capture boolean not null default false,
  partial_refund boolean not null default false,
  premium_pricing boolean not null default false,
  kickback boolean not null default false,
  kickback_ppm integer,
  transaction_fees boolean not null default true,
  three_ds_type text,
  capabilities text[] not null default '{}',
  auth_types text[] not null,
  capture_window_days integer not null,
  refund_window_days integer not null,
  settle_days integer not null,
  connector text not null,
  test_url text,
  production_url text,
  connect_timeout_ms integer not null,
  read_timeout_ms integer not null,
  retries integer not null,
  callback_auth text not null,
  callback_ips text[] not null default '{}',
  status_map jsonb not null default '[]',
  expected_fee jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, psp)
);

-- One line of templates per PSP; at most one of them is published.
create table credentials_template (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  psp text not null,
  template_version integer not null,
  status text not null,
  fields jsonb not null,
  field_names text[] not null default '{}',
  changelog text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, psp, template_version)
);
create unique index credentials_template_published on credentials_template (merchant_id, psp)
  where status = 'PUBLISHED';

-- Where a secret stands in a document there is only its id.
create table config (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  type text not null,
  provider text,
  name text not null,
  enabled boolean not null default true,
  document jsonb not null,
  accounts text[] not null default '{}',
  missing text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique nulls not distinct (merchant_id, type, provider)
);

-- Each secret is encrypted with a key of its own, which is kept encrypted with the master key. Replaced ones stay, so
-- that an earlier version of a document can be brought back.
create table config_secret (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  config_id uuid not null,
  wrapped_key text not null,
  content text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (merchant_id, id)
);
create index config_secret_config on config_secret (merchant_id, config_id);

-- What people plan and do about outages. Payments read it as rows of decision table T22, written with every change.
create table maintenance (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  provider_type text,
  psp text,
  service text,
  method text not null,
  bank text,
  kind text not null,
  probe_every integer,
  probe_unit text,
  start_at timestamptz(3) not null,
  end_at timestamptz(3),
  excluded_user_ids text[] not null default '{}',
  message_key text,
  source text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create index maintenance_start on maintenance (merchant_id, start_at);

-- Probes of half-open windows: whoever takes the slot of an interval first sends the one payment.
create table maintenance_probe (
  merchant_id integer not null,
  maintenance_id uuid not null,
  last_slot bigint not null,
  primary key (merchant_id, maintenance_id),
  foreign key (merchant_id, maintenance_id) references maintenance (merchant_id, id) on delete cascade
);

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
