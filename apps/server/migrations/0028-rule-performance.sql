-- What rules did, hour by hour, counted from the decisions recorded with payments (tx_event). A job keeps it: whatever
-- changes about a payment later has the hours of its decisions counted again.

-- How often a table was asked, and how far its rows were read.
create table rule_evaluation_hour (
  merchant_id integer not null references merchant (id),
  hour timestamptz(3) not null,
  decision_table text not null,
  -- Of the three columns that follow.
  key text not null,
  -- `1000_RO_01@3`, in the order in which they were asked.
  versions text[] not null,
  -- Those of them whose preconditions did not hold.
  skipped text[] not null,
  -- The row at which reading stopped; empty when all were read.
  stopped_at text not null,
  evaluations integer not null,
  primary key (merchant_id, hour, decision_table, key)
);

-- What became of the payments a row, a ruleset or a table decided about. A payment counts once for each of them, in the
-- hour of its first hit. NONE: payments of which no row said anything.
create table rule_hit_hour (
  merchant_id integer not null references merchant (id),
  hour timestamptz(3) not null,
  decision_table text not null,
  level text not null check (level in ('ROW', 'RULESET', 'TABLE', 'NONE')),
  -- `1000_RO_01_02@3` of a row, `1000_RO_01@3` of a ruleset, empty of a table.
  ref text not null,
  -- Merchant and number of the ruleset, as the name of the row has them.
  owner_id integer,
  ruleset_no integer,
  tx_type text not null,
  -- The merchant's base currency at the time.
  currency text not null,
  hits integer not null,
  payments integer not null,
  successful integer not null,
  failed integer not null,
  successful_minor bigint not null,
  failed_minor bigint not null,
  fee_minor bigint not null,
  refunded_minor bigint not null,
  psp_fee_minor bigint not null,
  charged_back integer not null,
  overridden integer not null,
  first_hit_at timestamptz(3) not null,
  last_hit_at timestamptz(3) not null,
  primary key (merchant_id, hour, decision_table, level, ref, tx_type, currency)
);
create index rule_hit_hour_ruleset on rule_hit_hour (owner_id, decision_table, ruleset_no, hour) include (hits)
  where level = 'RULESET';

-- How long tables took to answer. Each bucket is a fifth wider than the one before.
create table rule_latency_hour (
  merchant_id integer not null references merchant (id),
  hour timestamptz(3) not null,
  decision_table text not null,
  bucket smallint not null,
  evaluations integer not null,
  primary key (merchant_id, hour, decision_table, bucket)
);

-- Up to which change of its payments a merchant was counted.
create table rule_performance_progress (
  merchant_id integer primary key references merchant (id),
  counted_until timestamptz(3) not null
);

-- What the checks found in the version of a ruleset that lists show.
create table ruleset_lint (
  merchant_id integer not null,
  ruleset_id uuid not null,
  version integer not null,
  revision integer not null,
  errors integer not null,
  warnings integer not null,
  -- Rows that can never match.
  unreachable text[] not null,
  checked_at timestamptz(3) not null,
  primary key (merchant_id, ruleset_id),
  foreign key (merchant_id, ruleset_id) references ruleset (merchant_id, id) on delete cascade
);

-- Rulesets of all tables as the rules hub lists them.
create view ruleset_overview as
  select r.merchant_id, r.id, r.decision_table as category, r.no as ruleset_no,
    r.decision_table || to_char(r.merchant_id, ' 0000000000') || to_char(s.priority, ' 00000') || to_char(r.no, ' 00000')
      as place, s.name, s.note, s.priority, s.inherit,
    case when r.active_version is not null then 'ACTIVE' else coalesce(o.state, 'ARCHIVED') end as state,
    case when r.active_version is not null then o.state end as open_state,
    s.rule_count as rules, s.enabled_rule_count as rules_enabled,
    (select coalesce(sum(h.hits), 0)::integer from rule_hit_hour h where h.level = 'RULESET' and h.owner_id = r.merchant_id
      and h.decision_table = r.decision_table and h.ruleset_no = r.no and h.hour > now() - interval '24 hours')
      as hits_last_day,
    coalesce(l.errors, 0) as lint_errors, coalesce(l.warnings, 0) as lint_warnings,
    r.shown_version as ruleset_version, coalesce(o.version, s.version) as edited_version,
    coalesce(o.revision, s.revision) as edited_revision, 1 as version, r.created_at, r.updated_at, r.updated_by
  from ruleset r
  join ruleset_version s on (s.merchant_id, s.ruleset_id, s.version) = (r.merchant_id, r.id, r.shown_version)
  left join ruleset_version o on (o.merchant_id, o.ruleset_id) = (r.merchant_id, r.id)
    and o.state in ('DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'REJECTED')
  left join ruleset_lint l on (l.merchant_id, l.ruleset_id) = (r.merchant_id, r.id);
