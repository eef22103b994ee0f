-- What PSPs say they paid out, held against the payments: batches, their lines, the files they came in and how those are read.

-- How many decimals the smallest unit of a currency has; a test holds it against the model.
create function currency_exponent(code text) returns integer language sql immutable parallel safe as $$
  select case
    when code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when code in ('CLF', 'UYW') then 4
    when code in ('USDC', 'USDT') then 6
    when code in ('BTC', 'ETH', 'LTC') then 8
    else 2 end $$;

-- An amount as the API writes it.
create function money_json(minor bigint, code text) returns jsonb language sql immutable parallel safe as $$
  select case when minor is null or code is null then null else jsonb_build_object('amount',
    round(minor::numeric / power(10::numeric, currency_exponent(code)), currency_exponent(code))::text, 'currency', code) end $$;

-- What the PSP really kept of a payment, as its settlement says.
alter table transaction add column psp_fee_actual_minor bigint;
alter table transaction add column psp_fee_actual_currency text;

create table settlement_profile (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  psp text not null,
  separator text not null,
  decimal_sign text not null,
  date_format text not null,
  unsigned_amounts boolean not null default false,
  columns jsonb not null,
  split_columns jsonb not null,
  type_words jsonb not null,
  bank_account text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, title)
);

-- Files that were checked. Those nobody imports are deleted a day later.
create table settlement_file (
  merchant_id integer not null references merchant (id),
  sha256 text not null,
  name text not null,
  size_bytes integer not null,
  -- Compressed.
  content bytea not null,
  uploaded_by text not null,
  uploaded_at timestamptz(3) not null,
  primary key (merchant_id, sha256)
);

create table settlement_batch (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  psp text not null,
  psp_account text not null,
  batch_ref text not null,
  file_name text not null,
  file_sha256 text not null,
  profile text not null,
  imported_by text not null,
  -- The humans behind the import, by every name: they do not accept it.
  importer text[] not null,
  imported_at timestamptz(3) not null,
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null,
  payout_date date not null,
  settlement_currency text not null,
  gross_credit_minor bigint not null,
  gross_debit_minor bigint not null,
  fee_total_minor bigint not null,
  adjustments_minor bigint not null,
  net_minor bigint not null,
  declared_net_minor bigint,
  bank_account text not null,
  bank_ref text,
  bank_amount_minor bigint,
  bank_booked_on date,
  state text not null,
  line_count integer not null default 0,
  matched_count integer not null default 0,
  difference_count integer not null default 0,
  unmatched_count integer not null default 0,
  missing_count integer not null default 0,
  open_count integer not null default 0,
  accepted_by text,
  accepted_at timestamptz(3),
  -- How often it was accepted: each time posts entries of its own.
  accept_no integer not null default 0,
  unaccept_by text,
  unaccept_people text[] not null default '{}',
  unaccept_roles text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
-- A file counts once, and so does a batch of a PSP; what was rejected counts no more.
create unique index settlement_batch_file on settlement_batch (merchant_id, file_sha256) where state <> 'REJECTED';
create unique index settlement_batch_ref on settlement_batch (merchant_id, psp, psp_account, batch_ref)
  where state <> 'REJECTED';
create index settlement_batch_payout on settlement_batch (merchant_id, payout_date, id);

create table settlement_line (
  merchant_id integer not null,
  id uuid not null,
  batch_id uuid not null,
  line_no integer not null,
  origin text not null default 'FILE',
  type text not null,
  psp_ref_id text,
  merchant_ref text,
  -- What our reference names, where it is one.
  ref_merchant_id integer,
  ref_tx_id bigint,
  booked_at timestamptz(3) not null,
  gross_currency text not null,
  gross_minor bigint not null,
  fx_rate numeric not null default 1,
  net_currency text not null,
  net_minor bigint not null,
  fee_minor bigint not null default 0,
  commission_minor bigint not null default 0,
  markup_minor bigint not null default 0,
  scheme_fee_minor bigint not null default 0,
  interchange_minor bigint not null default 0,
  card_scheme text,
  card_usage text,
  card_category text,
  interchange_domain text,
  tx_merchant_id integer,
  tx_id bigint,
  matched_by text,
  match_status text not null,
  differences text[] not null default '{}',
  -- What we expected of the PSP, with the sign of the way money takes.
  expected_minor bigint,
  expected_currency text,
  expected_fee_minor bigint,
  expected_fee_currency text,
  -- What the books had of the payment when the batch was accepted.
  book_minor bigint,
  cause text,
  resolved_by text,
  resolved_at timestamptz(3),
  note text,
  write_off_by text,
  write_off_people text[] not null default '{}',
  case_id text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, batch_id) references settlement_batch (merchant_id, id)
);
create unique index settlement_line_batch on settlement_line (merchant_id, batch_id, line_no);
create index settlement_line_open on settlement_line (merchant_id, batch_id, match_status, line_no)
  where match_status <> 'MATCHED';
create index settlement_line_tx on settlement_line (tx_merchant_id, tx_id) where tx_id is not null;

-- Records as the API shows them. Only columns of the tables themselves are written through these.
create view settlement_batch_view as
select b.*,
  money_json(gross_credit_minor - gross_debit_minor, settlement_currency) as gross,
  money_json(gross_credit_minor, settlement_currency) as gross_credit,
  money_json(gross_debit_minor, settlement_currency) as gross_debit,
  money_json(fee_total_minor, settlement_currency) as fee_total,
  money_json(adjustments_minor, settlement_currency) as adjustments,
  money_json(net_minor, settlement_currency) as net,
  money_json(declared_net_minor, settlement_currency) as declared_net,
  money_json(bank_amount_minor, settlement_currency) as bank_amount,
  case when line_count = 0 then 0 else floor(matched_count * 1000.0 / line_count) / 10 end as matched_pct
from settlement_batch b;

create view settlement_line_view as
select l.*,
  'Line ' || line_no as title,
  batch_id::text as batch,
  money_json(gross_minor, gross_currency) as gross,
  money_json(net_minor, net_currency) as net,
  money_json(fee_minor, net_currency) as fees,
  money_json(expected_minor, expected_currency) as expected,
  money_json(expected_fee_minor, expected_fee_currency) as expected_fee,
  money_json(commission_minor, net_currency) as commission,
  money_json(markup_minor, net_currency) as markup,
  money_json(scheme_fee_minor, net_currency) as scheme_fee,
  money_json(interchange_minor, net_currency) as interchange
from settlement_line l;
