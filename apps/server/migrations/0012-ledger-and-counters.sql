-- The books, and what limits over time count.

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

-- What velocity and period limits count: one line per payment, its keys hashed. The amount stands in every currency
-- a limit may be set in, converted when the payment came. What goes back of a payment has a line too, with its sign: limits
-- that count net give the room back.
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
  -- Who passed the gate at which prices and exemptions from strong authentication are given counts, whether its payment has
  -- ended or not.
  priced_at timestamptz(3),
  is_charged boolean not null default false,
  authenticated_at timestamptz(3),
  is_strong boolean not null default false,
  -- A reservation the PSP has let go without a capture was never paid. Limits that count net stop counting what of it was
  -- not captured at that instant, without anybody having to notice. A void counts as money that went back instead.
  reserved_until timestamptz(3),
  authorized_minor bigint,
  captured_minor bigint,
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
