-- Payments: one row per transaction, and beside it what happened to it, what was said to whom, and who decided.

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

  primary key (merchant_id, id),
  check (captured_minor + voided_minor <= authorized_minor),
  check (refunded_minor <= captured_minor)
) partition by range (id);

create index transaction_user on transaction (merchant_id, user_id, id desc);
create index transaction_status on transaction (merchant_id, status_no, id desc);
create index transaction_updated on transaction (merchant_id, updated_at desc);
create index transaction_merchant_tx on transaction (merchant_id, merchant_tx_id) where merchant_tx_id is not null;
create index transaction_psp_ref on transaction (psp_ref_id) where psp_ref_id is not null;
create index transaction_email on transaction (merchant_id, email_hash, id desc) where email_hash is not null;
create index transaction_account on transaction (merchant_id, masked_account, id desc)
  where masked_account is not null;
create index transaction_account_hash on transaction (account_hash, id desc) where account_hash is not null;
create index transaction_bin on transaction (merchant_id, bin text_pattern_ops) where bin is not null;
create index transaction_ip on transaction (merchant_id, ip, id desc) where ip is not null;
create index transaction_psp on transaction (merchant_id, psp, id desc) where psp is not null;
create index transaction_origin on transaction (merchant_id, origin_tx_id) where origin_tx_id is not null;
create index transaction_rules on transaction using gin (rule_refs);
create index transaction_attributes on transaction using gin (attributes jsonb_path_ops);
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

-- What PSPs told us. What belongs to no payment is kept with the platform's merchant until somebody finds out.
create table callback (
  merchant_id integer not null,
  id uuid not null,
  psp text not null,
  psp_account text not null,
  -- Event ids are the PSP's own, so they are unique per PSP and not per merchant.
  dedupe_key text not null,
  received_at timestamptz(3) not null,
  source_ip text,
  signature_ok boolean not null,
  tx_id bigint,
  reading jsonb not null,
  body text not null,
  outcome text not null,
  note text,
  primary key (merchant_id, id)
);
create unique index callback_dedupe on callback (psp, dedupe_key) where signature_ok;
create index callback_tx on callback (merchant_id, tx_id) where tx_id is not null;
create index callback_unknown on callback (received_at) where outcome = 'UNKNOWN';
create index callback_parked on callback (received_at) where outcome = 'PARKED';

-- What merchants and their clients are told, one row per message however often it is tried.
create table notification (
  merchant_id integer not null,
  id uuid not null,
  tx_id bigint not null,
  kind text not null,
  -- Tells messages of one kind about one transaction apart: an action, an event, an endpoint.
  leg text not null,
  target text not null,
  body jsonb not null,
  status text not null,
  attempt smallint not null default 0,
  next_at timestamptz(3),
  http_status smallint,
  response_snippet text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index notification_leg on notification (merchant_id, tx_id, kind, leg);
create index notification_due on notification (next_at) where status = 'PENDING';

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
  primary key (merchant_id, tx_id, level)
);
create index approval_user on approval (user_id, at desc);

create table investigation_case (
  merchant_id integer not null,
  id uuid not null,
  tx_id bigint,
  callback_id uuid,
  type text not null,
  state text not null,
  severity text not null,
  cause text,
  assignee_id uuid,
  assignee text,
  due_at timestamptz(3) not null,
  resolution text,
  comments jsonb not null default '[]',
  opened_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index investigation_case_open on investigation_case (merchant_id, tx_id, type)
  where state <> 'RESOLVED' and tx_id is not null;
create index investigation_case_due on investigation_case (merchant_id, due_at) where state <> 'RESOLVED';

-- What a client sent once and may send again: the same answer comes back.
create table api_request (
  merchant_id integer not null,
  client_id text not null,
  idempotency_key text not null,
  request_hash text not null,
  tx_id bigint,
  status smallint,
  reply jsonb,
  at timestamptz(3) not null,
  primary key (merchant_id, client_id, idempotency_key)
);
create index api_request_age on api_request (at);

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
  status_no smallint not null,
  primary key (merchant_id, account_hash, tx_id, attempt_no)
);
create index scheme_decline_recent on scheme_decline (merchant_id, account_hash, at desc);
