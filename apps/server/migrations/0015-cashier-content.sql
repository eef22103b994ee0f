-- What end users see of the cashier and merchants may word and draw themselves: texts, logos, and the fields of forms.

-- Keys are kept in small letters, so that one key cannot exist twice.
create table message (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  key text not null check (key = lower(key)),
  locale text not null,
  value text not null,
  category text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, key, locale)
);

-- Locales somebody works on, also while they have no text yet.
create table message_locale (
  merchant_id integer not null references merchant (id),
  locale text not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (merchant_id, locale)
);

create table payment_method_input (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  tx_type text not null,
  service text,
  country text,
  key text not null,
  label_key text not null,
  type text not null,
  required boolean not null default false,
  regex text,
  min integer,
  max integer,
  mask text,
  options jsonb,
  display_order integer not null,
  visible_when jsonb,
  sensitive boolean not null default false,
  autocomplete text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique nulls not distinct (merchant_id, tx_type, service, country, key)
);

create table payment_method_logo (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  method text not null,
  service text,
  hash text not null,
  width integer not null,
  height integer not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique nulls not distinct (merchant_id, method, service)
);

-- Pictures by what they are. They stay when a logo changes, because pages and caches still name their address.
create table logo_picture (
  hash text primary key,
  png bytea not null,
  created_at timestamptz(3) not null
);
