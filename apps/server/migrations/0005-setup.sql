-- What payments run on: the catalogue of PSPs, what their credentials look like, the merchants' configuration with its
-- secrets, maintenance windows, banks, and what is known about cards, addresses and currencies.

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
  logo text,
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
  -- Where the secret may be sent: what its document said of address and account when it was entered. Null: it is kept as
  -- long as its document says what it says now.
  destinations text[],
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
  -- Probes of a half-open window that came back well; so many of them in a row end it.
  close_after integer,
  -- The start and the end that people were told of.
  told_start_at timestamptz(3),
  told_end_at timestamptz(3),
  primary key (merchant_id, id)
);
create index maintenance_start on maintenance (merchant_id, start_at);

-- Probes of half-open windows: whoever takes the slot of an interval first sends the one payment.
create table maintenance_probe (
  merchant_id integer not null,
  maintenance_id uuid not null,
  last_slot bigint not null,
  good_probes integer not null default 0,
  primary key (merchant_id, maintenance_id),
  foreign key (merchant_id, maintenance_id) references maintenance (merchant_id, id) on delete cascade
);

-- Corrections of bank details, tried in the order of their position.
create table bank_mapping (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  position integer not null,
  title text not null,
  enabled boolean not null default true,
  bic text,
  name text,
  clearing_number text,
  account_number text,
  currency text,
  country text,
  from_clearing_house text,
  swift text,
  bank_country text,
  bank_name text,
  bank_address text,
  bank_id text,
  transfer_type text,
  bank_code text,
  branch_code text,
  branch_name text,
  branch_city text,
  branch_state text,
  beneficiary_name_max integer,
  beneficiary_address_max integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, title)
);

-- Ordered rows are read merchant by merchant in the order in which they decide.
create index bank_mapping_order on bank_mapping (merchant_id, position, id);

-- Ranges of card numbers and what they tell. Bounds are eleven digits.
create table iin (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  range_start bigint not null,
  range_end bigint not null,
  card_brand text not null,
  card_type text not null,
  country_code text,
  bank_name text,
  card_sub_brand text,
  card_category text,
  source text not null,
  state text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  check (range_start <= range_end)
);
create index iin_range on iin (merchant_id, range_start, range_end);

-- Which country an address is in. Reference data, the same for every merchant.
create table geo_ip_range (
  network cidr not null,
  country text not null,
  region text,
  city text,
  primary key (network)
);

create table forex_rate (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  from_currency text not null,
  to_currency text not null,
  buy_rate numeric(18, 8) not null check (buy_rate > 0),
  sell_rate numeric(18, 8) not null check (sell_rate > 0),
  rate_date date not null,
  valid_from timestamptz(3) not null,
  source text not null,
  service text not null,
  state text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  check (buy_rate >= sell_rate)
);
create unique index forex_rate_day on forex_rate
  (merchant_id, service, source, from_currency, to_currency, rate_date) where state = 'ACTIVE';
create index forex_rate_valid on forex_rate (merchant_id, valid_from);
