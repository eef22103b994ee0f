-- Books, counters, stored cards, the accounts users pay with, and what is known about cards, addresses and currencies.

-- Entries and their lines are never changed and never removed: what is wrong is reversed by another entry. The unique
-- event makes posting twice harmless. Entries of one source form a chain of hashes; whoever posts for a source already
-- holds its payment, so that chain costs nobody else any waiting. Days are sealed in journal_seal.
create table journal_entry (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  at timestamptz(3) not null,
  value_date date not null,
  source_type text not null,
  source_id text not null,
  event_type text not null,
  seq integer not null default 0,
  description text not null,
  reversal_of uuid,
  created_by text not null,
  chain_no integer not null,
  prev_hash text not null,
  hash text not null,
  primary key (merchant_id, id),
  unique (merchant_id, source_type, source_id, event_type, seq),
  unique (merchant_id, source_type, source_id, chain_no),
  foreign key (merchant_id, reversal_of) references journal_entry (merchant_id, id)
);
create index journal_entry_day on journal_entry (merchant_id, value_date, id);
create index journal_entry_at on journal_entry (merchant_id, at, id);

create table posting (
  merchant_id integer not null,
  entry_id uuid not null,
  line smallint not null,
  account text not null,
  debit bigint not null,
  credit bigint not null,
  primary key (merchant_id, entry_id, line),
  foreign key (merchant_id, entry_id) references journal_entry (merchant_id, id),
  check (debit >= 0 and credit >= 0 and (debit = 0) <> (credit = 0))
);
create index posting_account on posting (merchant_id, account, entry_id);

-- What an account holds, spread over stripes so that payments of one merchant do not all wait for one row. The balance
-- is the sum of the stripes.
create table account_balance (
  merchant_id integer not null references merchant (id),
  account text not null,
  stripe smallint not null,
  debit_total bigint not null,
  credit_total bigint not null,
  version integer not null default 1,
  primary key (merchant_id, account, stripe)
);

-- Periods of the books, a month each. Nothing is posted with a value date in a closed one.
create table ledger_period (
  merchant_id integer not null references merchant (id),
  first_day date not null,
  last_day date not null,
  state text not null check (state in ('OPEN', 'CLOSED')),
  closed_at timestamptz(3),
  closed_by text,
  version integer not null default 1,
  primary key (merchant_id, first_day),
  check (first_day <= last_day)
);

-- One line per merchant and day: how many entries it had, and a hash over all of them after the seal before it.
create table journal_seal (
  merchant_id integer not null references merchant (id),
  day date not null,
  entries integer not null,
  prev_hash text not null,
  hash text not null,
  at timestamptz(3) not null,
  primary key (merchant_id, day)
);

-- What the last look at the books found.
create table ledger_finding (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  invariant text not null,
  subject text not null,
  detail text not null,
  found_at timestamptz(3) not null,
  cleared_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index ledger_finding_open on ledger_finding (merchant_id, invariant, subject)
  where cleared_at is null;

create function refuse_journal_change() returns trigger language plpgsql as $$
begin
  raise exception 'the books are append-only' using errcode = '42501';
end $$;
create trigger journal_entry_guard before update or delete on journal_entry
  for each row execute function refuse_journal_change();
create trigger journal_entry_guard_truncate before truncate on journal_entry
  for each statement execute function refuse_journal_change();
create trigger posting_guard before update or delete on posting
  for each row execute function refuse_journal_change();
create trigger posting_guard_truncate before truncate on posting
  for each statement execute function refuse_journal_change();
create trigger journal_seal_guard before update or delete on journal_seal
  for each row execute function refuse_journal_change();
create trigger journal_seal_guard_truncate before truncate on journal_seal
  for each statement execute function refuse_journal_change();

-- What velocity and period limits count: one line per payment, its keys hashed. The amount stands in every currency
-- a limit may be set in, converted when the payment came.
create table counter_event (
  merchant_id integer not null references merchant (id),
  tx_id bigint not null,
  at timestamptz(3) not null,
  method text not null,
  tx_type text not null,
  provider_type text not null,
  psp text,
  status text not null,
  amounts jsonb not null,
  user_key text,
  account_key text,
  ip_key text,
  bin_key text,
  email_key text,
  device_key text,
  matched_rows text[] not null default '{}',
  primary key (merchant_id, tx_id)
);
create index counter_event_user on counter_event (merchant_id, user_key, at) where user_key is not null;
create index counter_event_account on counter_event (merchant_id, account_key, at) where account_key is not null;
create index counter_event_ip on counter_event (merchant_id, ip_key, at) where ip_key is not null;
create index counter_event_bin on counter_event (merchant_id, bin_key, at) where bin_key is not null;
create index counter_event_email on counter_event (merchant_id, email_key, at) where email_key is not null;
create index counter_event_device on counter_event (merchant_id, device_key, at) where device_key is not null;
create index counter_event_merchant on counter_event (merchant_id, at);

-- A row to hold while something is counted and reserved: whoever counts the same thing waits. Keys share a fixed
-- number of rows, so that the table does not grow with the users.
create table counter_gate (
  merchant_id integer not null references merchant (id),
  scope text not null,
  bucket smallint not null,
  primary key (merchant_id, scope, bucket)
);

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
  primary key (merchant_id, id)
);
create unique index user_psp_account_user on user_psp_account (merchant_id, merchant_user_id, hashed_account);
create index user_psp_account_hash on user_psp_account (merchant_id, hashed_account);
create index user_psp_account_last_used on user_psp_account (merchant_id, last_used desc, id);

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
