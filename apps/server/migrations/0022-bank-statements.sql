-- Accounts at banks, what their statements say, and which payouts of PSPs the entries are.
create table bank_account (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  account_no text not null,
  -- Without spaces, in capitals: how statements and people find it.
  account_key text not null,
  currency text not null,
  bank_name text,
  last_statement_on date,
  last_closing jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index bank_account_key on bank_account (merchant_id, account_key, currency);

create table bank_statement (
  merchant_id integer not null,
  id uuid not null,
  bank_account_id uuid not null,
  account_id text not null generated always as (bank_account_id::text) stored,
  account_name text not null,
  account_no text not null,
  statement_ref text not null,
  sequence_no text,
  currency text not null,
  opened_on date not null,
  closed_on date not null,
  opening jsonb not null,
  closing jsonb not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  entry_count integer not null,
  confirmed_count integer not null,
  open_count integer not null,
  gap text,
  format text not null,
  file_name text not null,
  file_sha256 text not null,
  -- What it says, whatever it was written in: the same statement as camt.053 and as MT940 has the same.
  fingerprint text not null,
  -- Statements of one day follow each other in the order they came.
  ordinal integer not null,
  imported_by text not null,
  imported_at timestamptz(3) not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, bank_account_id) references bank_account (merchant_id, id)
);
-- The same statement is taken once, also by two people at once.
create unique index bank_statement_fingerprint on bank_statement (merchant_id, bank_account_id, fingerprint);
create unique index bank_statement_order on bank_statement (merchant_id, bank_account_id, closed_on, ordinal);
create index bank_statement_list on bank_statement (merchant_id, closed_on, id);

create table bank_entry (
  merchant_id integer not null,
  id uuid not null,
  bank_statement_id uuid not null,
  statement_id text not null generated always as (bank_statement_id::text) stored,
  statement_ref text not null,
  account_name text not null,
  line_no integer not null,
  title text not null,
  booked_on date not null,
  value_on date,
  amount jsonb not null,
  amount_minor bigint not null,
  currency text not null,
  counterparty text,
  reference text,
  bank_ref text,
  text text,
  is_reversal boolean not null,
  state text not null,
  batch_id text,
  batch_merchant_id integer,
  batch_ref text,
  psp text,
  expected jsonb,
  match_note text,
  matched_by text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, bank_statement_id) references bank_statement (merchant_id, id)
);
create unique index bank_entry_line on bank_entry (merchant_id, bank_statement_id, line_no);
create index bank_entry_list on bank_entry (merchant_id, booked_on, id);
create index bank_entry_open on bank_entry (merchant_id, state) where state not in ('CONFIRMED', 'SET_ASIDE');
-- A batch is paid out by one entry; two people who confirm it with two entries at once do not both succeed.
create unique index bank_entry_batch on bank_entry (batch_merchant_id, batch_id) where state = 'CONFIRMED';
