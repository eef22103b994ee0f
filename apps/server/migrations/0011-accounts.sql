-- Stored cards, the accounts users pay with, and what is known about the users who hold them.

-- Card numbers, sealed with the master key. Nothing else in the database can be turned back into one.
create table vault_card (
  merchant_id integer not null references merchant (id),
  ref uuid not null,
  account_hash text not null,
  sealed_pan text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, ref),
  unique (merchant_id, account_hash)
);

-- What a payment page hands over for one payment: good for a quarter of an hour and for one payment. The security
-- code lives here alone, sealed, and is gone when the payment was submitted or the time is up.
create table card_token (
  merchant_id integer not null references merchant (id),
  token_hash text not null,
  vault_ref uuid not null,
  holder text,
  expiry text not null,
  sealed_cvv text,
  expires_at timestamptz(3) not null,
  tx_id bigint,
  primary key (merchant_id, token_hash),
  foreign key (merchant_id, vault_ref) references vault_card (merchant_id, ref)
);
create index card_token_expiry on card_token (expires_at);
create unique index card_token_tx on card_token (merchant_id, tx_id) where tx_id is not null;

-- The key pair pay pages encrypt cards with; the private half is sealed with the master key.
create table vault_key (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  public_key text not null,
  sealed_private_key text not null,
  created_at timestamptz(3) not null,
  retired_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index vault_key_current on vault_key (merchant_id) where retired_at is null;

-- One payment instrument of one user.
create table user_psp_account (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  merchant_user_id text not null,
  holder text,
  type text not null,
  provider_type text not null,
  service text,
  masked_account text not null,
  hashed_account text not null,
  start_date text,
  expiry_date text,
  first_used timestamptz(3),
  last_used timestamptz(3),
  last_success timestamptz(3),
  no_successful_tx integer not null default 0,
  no_failed_tx integer not null default 0,
  no_successful_deposits integer not null default 0,
  status text not null,
  visible boolean not null default true,
  verification_status text not null default 'UNVERIFIED',
  block_reason text,
  block_scope_mid integer references merchant (id),
  blocked_by text,
  blocked_at timestamptz(3),
  hold_until timestamptz(3),
  vault_ref uuid,
  scheme_tokens jsonb not null default '[]',
  description text,
  iban text,
  bic text,
  clearing_number text,
  bank_name text,
  wallet_email text,
  erased_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  -- A bank that is known by national numbers is paid by an account number and a clearing number.
  account_number text,
  primary key (merchant_id, id)
);
create unique index user_psp_account_user on user_psp_account (merchant_id, merchant_user_id, hashed_account);
create index user_psp_account_hash on user_psp_account (merchant_id, hashed_account);

-- The list begins with the last used; accounts that never were come last.
create index user_psp_account_last_used on user_psp_account (merchant_id, last_used desc nulls last, id desc);

-- An account that may not be used anywhere below a merchant, whoever brings it. Keyed by the hash.
create table account_block (
  merchant_id integer not null references merchant (id),
  hashed_account text not null,
  reason text not null,
  source_merchant_id integer not null,
  source_account_id uuid not null,
  blocked_by text not null,
  blocked_at timestamptz(3) not null,
  primary key (merchant_id, hashed_account)
);

-- What a check of a user's identity found; the latest one is what payments go by.
create table kyc_check (
  merchant_id integer not null,
  id uuid not null,
  user_id text not null,
  tx_id bigint,
  provider text not null,
  at timestamptz(3) not null,
  status text not null,
  age_status text,
  id_status text,
  address_status text,
  warnings text[] not null default '{}',
  score smallint,
  primary key (merchant_id, id)
);
create index kyc_check_user on kyc_check (merchant_id, user_id, at desc);

-- Declines a card may still have at a merchant before its scheme forbids another try.
create table scheme_decline (
  merchant_id integer not null,
  account_hash text not null,
  at timestamptz(3) not null,
  tx_id bigint not null,
  attempt_no smallint not null,
  brand text,
  -- Null: another try that nobody has answered yet.
  status_no smallint,
  primary key (merchant_id, account_hash, tx_id, attempt_no)
);
create index scheme_decline_recent on scheme_decline (merchant_id, account_hash, at desc);
