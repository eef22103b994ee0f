-- Merchants at card networks: what the network asks for, how far it has come, and how far tokens are rolled out.
create table scheme_token (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  -- The same as merchant_id, as people and files name it.
  merchant integer not null,
  network text not null,
  state text not null,
  rollout jsonb not null default '[]',
  legal_name text,
  trading_name text,
  country text,
  city text,
  address text,
  website_url text,
  mcc text,
  business_id_type text,
  business_id_value text,
  acquirer_ids text[] not null default '{}',
  debit_credit_indicator text,
  documents text[] not null default '{}',
  contact_email text,
  phone text,
  language text,
  entity_id text not null,
  request_id text,
  trid text,
  payment_app_id text,
  relationship_id text,
  problem_field text,
  network_result jsonb,
  test_result jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  check (merchant = merchant_id)
);
create unique index scheme_token_network on scheme_token (merchant_id, network);
-- Networks name what they tell of by the id we gave it.
create unique index scheme_token_entity on scheme_token (entity_id);

-- What a network gave in the place of a card number. The token is sealed like the number itself.
create table network_token (
  merchant_id integer not null,
  id uuid not null,
  vault_ref uuid not null,
  network text not null,
  -- The network's name of the token; it says nothing about the card.
  token_ref text not null,
  sealed_token text not null,
  expiry text not null,
  last4 text not null,
  state text not null,
  provisioned_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, vault_ref) references vault_card (merchant_id, ref) on delete cascade
);
-- Of two payments that have a token made at once, one is kept.
create unique index network_token_card on network_token (merchant_id, vault_ref, network) where state <> 'DELETED';
create unique index network_token_ref on network_token (network, token_ref);
create index network_token_provisioned on network_token (merchant_id, network, provisioned_at);

-- What networks told by themselves, once each. What is about a token that is not stored yet waits for it.
create table network_notification (
  merchant_id integer not null,
  network text not null,
  event_id text not null,
  event text not null,
  token_ref text,
  detail jsonb not null default '{}',
  received_at timestamptz(3) not null,
  applied_at timestamptz(3),
  primary key (merchant_id, network, event_id)
);
create index network_notification_waiting on network_notification (network, token_ref) where applied_at is null;
create index network_notification_at on network_notification (merchant_id, received_at);

alter table transaction
  add column scheme_token_used boolean not null default false,
  add column scheme_token_provider text;

-- Which network's token an attempt was sent with; none: the card number.
alter table tx_attempt add column scheme_token text;
