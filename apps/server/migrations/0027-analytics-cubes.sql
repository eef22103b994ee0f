-- Rollups of payments, so that a chart over a year costs as little as one over a day. They are kept by a job and can be
-- made anew at any time: nothing here is known only here. See docs/adr/0012-analytics-cubes.md.
create table analytics_cube (
  merchant_id integer not null references merchant (id),
  cube text not null,
  -- Whose hours and days they are; empty for five minutes, which are the same everywhere.
  zone text not null,
  -- When the five minutes, the hour or the day begins.
  at timestamptz(3) not null,
  line integer not null,
  base_currency text not null,
  -- What the rows of this cube are kept by; null in the others, empty where a payment has none.
  psp text,
  psp_account text,
  method text,
  provider_type text,
  tx_type text,
  currency text,
  user_country text,
  ip_country text,
  issuer_country text,
  country_match text,
  bin6 text,
  issuer text,
  card_brand text,
  card_type text,
  channel text,
  user_cat text,
  state text,
  decline_stage text,
  status_code text,
  psp_status_code text,
  three_ds_flow text,
  three_ds_exemption text,
  fallback text,
  first_psp text,
  token text,
  fraud_band text,
  fraud_decision text,
  rule text,
  leg_no text,
  leg_reason text,
  band text,
  -- What they add up; null is none.
  deposits bigint,
  successful bigint,
  failed bigint,
  cancelled bigint,
  inconsistent bigint,
  expired bigint,
  blocked bigint,
  abandoned bigint,
  declined bigint,
  ever_inconsistent bigint,
  resolved bigint,
  resolve_ms bigint,
  withdrawals bigint,
  paid_out bigint,
  refunds bigint,
  chargebacks bigint,
  cards bigint,
  card_chargebacks bigint,
  token_cards bigint,
  soft bigint,
  soft_recovered bigint,
  first_failed bigint,
  recovered bigint,
  recovery_ms bigint,
  challenged bigint,
  frictionless bigint,
  challenge_passed bigint,
  three_ds_passed bigint,
  exempted bigint,
  cards_sent bigint,
  liability_shifted bigint,
  verified bigint,
  authorised bigint,
  routed bigint,
  sent bigint,
  psp_approved bigint,
  approvals bigint,
  auto_approvals bigint,
  settled_deposits bigint,
  timed bigint,
  without_rate bigint,
  legs bigint,
  legs_approved bigint,
  legs_declined bigint,
  legs_unclear bigint,
  first_legs bigint,
  first_legs_approved bigint,
  value_base bigint,
  value_own bigint,
  payout_base bigint,
  payout_own bigint,
  refund_base bigint,
  refund_own bigint,
  disputed_base bigint,
  disputed_own bigint,
  charged_back_base bigint,
  charged_back_own bigint,
  card_value_base bigint,
  card_value_own bigint,
  card_charged_back_base bigint,
  card_charged_back_own bigint,
  recovered_value_base bigint,
  recovered_value_own bigint,
  cost_base bigint,
  cost_own bigint,
  fee_base bigint,
  fee_own bigint,
  fx_margin_base bigint,
  fx_margin_own bigint,
  settled_base bigint,
  settled_own bigint,
  primary key (merchant_id, cube, zone, at, line)
);
-- Rows of today are replaced all day long.
alter table analytics_cube set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Different users do not add up, so the users of each day are kept: exact, eight bytes each, and no name among them.
create table analytics_user (
  merchant_id integer not null references merchant (id),
  zone text not null,
  at timestamptz(3) not null,
  user_key bigint not null,
  deposits integer not null,
  failed_at timestamptz(3),
  paid_at timestamptz(3),
  primary key (merchant_id, zone, at, user_key)
);

-- Five minutes in which a payment was made that has changed since they were added up.
create table analytics_dirty (
  merchant_id integer not null references merchant (id),
  at timestamptz(3) not null,
  primary key (merchant_id, at)
);

-- How far the rollups of a merchant are.
create table analytics_state (
  merchant_id integer not null references merchant (id),
  -- Everything that was committed until then is in the rollups.
  fresh_at timestamptz(3) not null,
  -- Transactions of the database older than this were seen.
  seen_xid bigint not null,
  -- The zones days are kept in: that of the merchant and of those above it.
  zones text[] not null,
  -- The declaration of the cubes they were made by: another one makes them anew.
  made_by text not null,
  primary key (merchant_id)
);

-- The few events in which nobody knew whether money had moved, found without reading the others.
create index tx_event_doubt on tx_event (merchant_id, tx_id) where to_no between 400 and 499;

-- Approval rates that fell.
create table analytics_change_point (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  psp text not null,
  provider_type text not null,
  country text not null,
  began_at timestamptz(3) not null,
  found_at timestamptz(3) not null,
  rate_before double precision not null,
  rate_after double precision not null,
  payments integer not null,
  ended_at timestamptz(3),
  causes jsonb not null default '[]',
  carried_by jsonb,
  primary key (merchant_id, id)
);
create index analytics_change_point_found on analytics_change_point (merchant_id, found_at desc);

-- Dashboards people put together themselves.
create table analytics_dashboard (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  owner text,
  -- Who made it; names change.
  owner_id text,
  shared boolean,
  widgets jsonb not null,
  layout jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
