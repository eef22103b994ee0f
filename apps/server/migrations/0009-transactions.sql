-- Payments: one row per transaction, and beside it what happened to it, what was said to PSPs, and who decided.

-- Servers lease a number, which is part of every transaction id they make. Global by nature: servers have no merchant.
create table tx_node (
  node smallint primary key check (node between 0 and 15),
  holder uuid not null,
  lease_until timestamptz(3) not null
);

-- Ids grow with time, so ranges of ids are ranges of time. The least id of an instant.
create function first_tx_id_at(at timestamptz) returns bigint language sql immutable parallel safe as
  $$ select greatest(0, floor((extract(epoch from at) - 1577836800) * 1000))::bigint * 4096 $$;

create table transaction (
  merchant_id integer not null references merchant (id),
  id bigint not null,
  version integer not null default 1,
  -- The state follows from the number.
  status_no smallint not null,
  -- The step that comes next; null when nothing happens by itself. A runner owns the row until its lease ends.
  next_step text,
  lease_until timestamptz(3),
  lease_holder uuid,
  step_state jsonb not null default '{}',

  tx_type text not null,
  method text not null,
  provider_type text not null,
  payment_type text not null default 'NEW',
  origin_tx_id bigint,
  root_tx_id bigint,
  merchant_tx_id text,
  api_source text not null,
  api_client_id text,
  initiated_by text,
  channel text,
  tx_tag text,
  attributes jsonb not null default '{}',

  decline_stage text,
  psp_status_code text,
  psp_status_message text,
  merchant_err_code text,
  merchant_err_msg text,
  info text,

  -- What was asked for; the sign of the other amounts says which way money moves on the wallet.
  currency text not null,
  requested_minor bigint not null,
  amount_minor bigint not null,
  tx_amount_minor bigint not null,
  fee_minor bigint not null default 0,
  fee_mode text,
  fee_bill_to text,
  vat_minor bigint not null default 0,
  vat_rate_ppm integer,
  psp_amount_minor bigint,
  psp_currency text,
  fx_rate text,
  fx_applied_rate text,
  fx_margin_ppm integer,
  fx_rate_ids text[],
  fx_rounding text,
  fx_whole_units boolean,
  base_currency text not null,
  amount_base_minor bigint,
  psp_fee_minor bigint,
  psp_fee_currency text,
  authorized_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  refunding_minor bigint not null default 0,
  voided_minor bigint not null default 0,
  chargeback_minor bigint not null default 0,
  psp_captured_minor bigint not null default 0,
  psp_refunded_minor bigint not null default 0,

  user_id text not null,
  user_category text,
  user_country text,
  user_locale text,
  user_first_name text,
  user_last_name text,
  user_email text,
  email_hash text,
  user_phone text,
  user_birth_date date,
  user_city text,
  is_test_user boolean not null default false,
  session_hash text,

  account_id uuid,
  account_hash text,
  masked_account text,
  account_holder text,
  bin text,
  card_brand text,
  card_type text,
  card_category text,
  card_expiry text,
  issuer_name text,
  issuer_country text,
  bic text,
  bank_country text,
  ip text,
  ip_country text,
  user_agent text,
  device_id text,

  initiated_psp text,
  initiated_psp_account text,
  psp text,
  psp_account text,
  psp_service text,
  psp_ref_id text,
  auth_type text,
  attempt_count smallint not null default 0,
  fallback_used boolean not null default false,
  reprocess_count smallint not null default 0,
  maintenance_id text,

  three_ds_type text,
  three_ds_flow text,
  three_ds_version text,
  three_ds_status text,
  three_ds_eci text,
  three_ds_exemption text,

  fraud_provider text,
  fraud_score smallint,
  fraud_decision text,
  kyc_status text,
  merchant_kyc_status text,

  rule_refs text[] not null default '{}',
  approval_mode text not null default 'NONE',
  approval_due_at timestamptz(3),
  approval_queue text,
  approval_tags text[] not null default '{}',
  tags text[] not null default '{}',
  note_count integer not null default 0,

  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  verified_at timestamptz(3),
  authorized_at timestamptz(3),
  psp_sent_at timestamptz(3),
  psp_answered_at timestamptz(3),
  completed_at timestamptz(3),
  captured_at timestamptz(3),
  settled_at timestamptz(3),
  expires_at timestamptz(3),
  -- When the PSP is asked next whether it knows more.
  poll_at timestamptz(3),
  -- When reserved money is captured or given back by itself.
  capture_due_at timestamptz(3),
  recon_status text not null default 'NONE',
  gdpr_erased_at timestamptz(3),

  -- What came back by itself: a deposit the payer's bank took back, a payout that was returned.
  returned_minor bigint not null default 0,
  -- The code the fee is taxed under, as the rules say.
  tax_code text,
  -- Captures and voids under way count against what is left of a reservation, as refunds under way count against what was
  -- captured: two of them at once could take more than was reserved.
  capturing_minor bigint not null default 0,
  -- Until when the PSP keeps the reservation, said once, when it is made: what is shown, what a rule counts back from and
  -- what is refused afterwards are the same.
  capture_until timestamptz(3),

  primary key (merchant_id, id),
  check (captured_minor + voided_minor <= authorized_minor),
  check (refunded_minor <= captured_minor),
  -- A payment with a next step belongs to somebody until a certain time, or is due at it. Without such a time nobody would
  -- ever find it.
  constraint transaction_has_runner check (next_step is null or lease_until is not null),
  -- Whatever the programs do: what goes back of a deposit is never more than was captured.
  constraint transaction_returned_at_most_captured check (
    returned_minor >= 0 and chargeback_minor >= 0
    and (method <> 'DEPOSIT' or refunded_minor + returned_minor + chargeback_minor <= captured_minor))
) partition by range (id);

-- Counting and narrowing down large histories without visiting the payments themselves: the indexes that find them also
-- hold what they are filtered by most, and for a user what is added up.
create index transaction_user_sums on transaction (merchant_id, user_id, id desc)
  include (created_at, status_no, method, amount_base_minor, authorized_minor, captured_minor);
create index transaction_status on transaction (merchant_id, status_no, id desc)
  include (created_at, is_test_user, psp, card_brand);
create index transaction_psp on transaction (merchant_id, psp, id desc) include (created_at, is_test_user, status_no)
  where psp is not null;
create index transaction_amount on transaction (merchant_id, amount_minor, id)
  include (created_at, is_test_user, currency);

-- The largest withdrawals, or refunds: amounts of money that leaves are negative, and without the method in front the whole
-- table is read to get past everybody's deposits.
create index transaction_method_amount on transaction (merchant_id, method, amount_minor, id)
  include (created_at, is_test_user);

-- Other ways to find a payment or its relatives.
create index transaction_updated on transaction (merchant_id, updated_at desc);
create index transaction_merchant_tx on transaction (merchant_id, merchant_tx_id) where merchant_tx_id is not null;
create index transaction_psp_ref on transaction (psp_ref_id) where psp_ref_id is not null;
create index transaction_email on transaction (merchant_id, email_hash, id desc) where email_hash is not null;
create index transaction_account on transaction (merchant_id, masked_account, id desc)
  where masked_account is not null;
create index transaction_account_hash on transaction (account_hash, id desc) where account_hash is not null;
create index transaction_bin on transaction (merchant_id, bin text_pattern_ops) where bin is not null;
create index transaction_ip on transaction (merchant_id, ip, id desc) where ip is not null;
create index transaction_origin on transaction (merchant_id, origin_tx_id) where origin_tx_id is not null;
create index transaction_root on transaction (merchant_id, root_tx_id) where root_tx_id is not null;
create index transaction_rules on transaction using gin (rule_refs);
create index transaction_attributes on transaction using gin (attributes jsonb_path_ops);

-- What is due: each is looked for by a job, and short because of its condition.
create index transaction_left on transaction (lease_until) where next_step is not null;
create index transaction_expiry on transaction (expires_at) where expires_at is not null;
create index transaction_approval on transaction (approval_due_at) where approval_due_at is not null;
create index transaction_poll on transaction (poll_at) where poll_at is not null;
create index transaction_capture on transaction (capture_due_at) where capture_due_at is not null;

-- One submission to a PSP. It is written before anything is sent; without an answer, the PSP is asked what became of it.
create table tx_attempt (
  merchant_id integer not null,
  tx_id bigint not null,
  no smallint not null,
  reason text not null,
  action text not null,
  psp text not null,
  psp_account text not null,
  idempotency_key text not null,
  amount_minor bigint not null,
  currency text not null,
  rule_ref text,
  requested_at timestamptz(3) not null,
  answered_at timestamptz(3),
  latency_ms integer,
  outcome text,
  status_no smallint,
  psp_ref_id text,
  psp_status_code text,
  psp_status_message text,
  retryable boolean,
  -- The version of the PSP's interface that was spoken, as the rules say.
  psp_version text,
  primary key (merchant_id, tx_id, no)
) partition by range (tx_id);
create index tx_attempt_psp_ref on tx_attempt (psp_ref_id) where psp_ref_id is not null;

-- What happened, in order. Facts hold what became known at the step, decisions which tables were asked and what they said.
create table tx_event (
  merchant_id integer not null,
  tx_id bigint not null,
  seq integer not null,
  at timestamptz(3) not null,
  type text not null,
  step text,
  from_no smallint,
  to_no smallint not null,
  actor text not null,
  summary text not null,
  duration_ms integer,
  facts jsonb,
  decisions jsonb,
  primary key (merchant_id, tx_id, seq)
) partition by range (tx_id);

-- Events come in the order of time, so a small index is enough to find the newest.
create index tx_event_at on tx_event using brin (at);

-- What was said to whom, redacted before it gets here.
create table tx_log (
  merchant_id integer not null,
  tx_id bigint not null,
  id uuid not null,
  attempt_no smallint,
  direction text not null,
  target text not null,
  method text not null,
  url text not null,
  request_headers jsonb not null,
  request_body text,
  status smallint,
  response_headers jsonb,
  response_body text,
  at timestamptz(3) not null,
  latency_ms integer,
  primary key (merchant_id, tx_id, id)
) partition by range (tx_id);

-- A partition a year, and one for ids of any other time.
do $$
declare
  parent text;
  year integer;
begin
  foreach parent in array array['transaction', 'tx_attempt', 'tx_event', 'tx_log'] loop
    for year in 2025..2031 loop
      execute format('create table %I partition of %I for values from (%s) to (%s)', parent || '_' || year, parent,
        first_tx_id_at(make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC')),
        first_tx_id_at(make_timestamptz(year + 1, 1, 1, 0, 0, 0, 'UTC')));
    end loop;
    execute format('create table %I partition of %I default', parent || '_other', parent);
  end loop;
end $$;

-- An index answers by itself only for pages that were vacuumed since they changed. By default a fifth of the table has to
-- change first, which in a large one is weeks.
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'transaction'::regclass loop
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)',
      part);
  end loop;
end $$;

-- Which values of PSP, channel, tag and so on occur among the payments of a merchant, so that filters can offer them
-- without looking through the payments. Only ever added to, with the payment that has the value first.
create table transaction_value (
  merchant_id integer not null,
  name text not null,
  value text not null,
  primary key (merchant_id, name, value)
);

-- What the engine itself does to payments is no entry of the audit log each: the events since the last time are sealed
-- together, and one entry of the log holds the hash over all of them.
create table tx_event_seal (
  merchant_id integer not null references merchant (id),
  no integer not null,
  at timestamptz(3) not null,
  events integer not null,
  payments integer not null,
  root text not null,
  -- Everything up to here is sealed; empty while a long backlog is worked off.
  complete_until timestamptz(3),
  primary key (merchant_id, no)
);

-- Which events of which payment a seal covers, and their hash.
create table tx_event_seal_line (
  merchant_id integer not null,
  tx_id bigint not null,
  first_seq integer not null,
  last_seq integer not null,
  seal_no integer not null,
  hash text not null,
  primary key (merchant_id, tx_id, first_seq),
  foreign key (merchant_id, seal_no) references tx_event_seal (merchant_id, no)
);
create index tx_event_seal_line_seal on tx_event_seal_line (merchant_id, seal_no);

create table tx_note (
  merchant_id integer not null,
  id uuid not null,
  tx_id bigint not null,
  author_id text not null,
  author text not null,
  at timestamptz(3) not null,
  text text not null,
  struck_at timestamptz(3),
  primary key (merchant_id, id)
);
create index tx_note_tx on tx_note (merchant_id, tx_id, at);

-- Whom a note names, so that they hear of it. The note itself says what was written, and whether it was taken back.
create table tx_mention (
  merchant_id integer not null,
  note_id uuid not null,
  user_id uuid not null,
  tx_id bigint not null,
  at timestamptz(3) not null,
  -- A note that names somebody waits for them until they have read it.
  seen_at timestamptz(3),
  primary key (merchant_id, note_id, user_id)
);
create index tx_mention_user on tx_mention (user_id, at desc);
create index tx_mention_unseen on tx_mention (user_id) where seen_at is null;

-- One decision per level and payment; the key is what keeps two people from both giving it.
create table approval (
  merchant_id integer not null,
  tx_id bigint not null,
  level smallint not null check (level in (1, 2)),
  decision text not null,
  user_id text not null,
  username text not null,
  at timestamptz(3) not null,
  tag_id text,
  info text,
  override boolean not null default false,
  -- The humans behind it, by every id and name: of an API client, whoever made it or holds its secret.
  people text[] not null default '{}',
  primary key (merchant_id, tx_id, level)
);
create index approval_user on approval (user_id, at desc);
