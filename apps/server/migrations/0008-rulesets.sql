-- Rules: per merchant and decision table any number of rulesets, each a line of versions.

-- Rulesets are numbered per merchant and table, because the number is part of every reference to a rule. A counter row
-- gives the numbers out; one that was given is never given again.
create table ruleset_number (
  merchant_id integer not null references merchant (id),
  decision_table text not null,
  last_no integer not null,
  primary key (merchant_id, decision_table)
);

create table ruleset (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  decision_table text not null,
  no integer not null,
  -- What payments are decided by; null before the first approval and after the ruleset was archived.
  active_version integer,
  -- What lists show: the active version, else the first draft, else the last that was active.
  shown_version integer not null,
  archived boolean not null default false,
  -- Numbers are not used twice, so a save that names a revision means that one and no later namesake of it.
  last_version integer not null,
  last_revision integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index ruleset_no on ruleset (merchant_id, decision_table, no);

-- The content of a version never changes once it was submitted; only the stamps of its way do.
create table ruleset_version (
  merchant_id integer not null,
  ruleset_id uuid not null,
  version integer not null,
  state text not null,
  revision integer not null,
  name text not null,
  note text not null,
  priority integer not null,
  inherit text not null,
  enabled boolean not null,
  preconditions json not null,
  -- Not jsonb: rows come back as they were written, byte by byte.
  rules json not null,
  rule_count integer not null,
  enabled_rule_count integer not null,
  content_hash text not null,
  change_note text not null,
  based_on integer,
  archives boolean not null default false,
  -- Everybody who had a hand in it: none of them may approve it. Names are for showing, ids for deciding.
  editor_ids text[] not null,
  editors text[] not null,
  edited_by text not null,
  edited_at timestamptz(3) not null,
  submitted_by text,
  submitted_at timestamptz(3),
  decisions json not null default '[]',
  effective_from timestamptz(3),
  activated_at timestamptz(3),
  ended_at timestamptz(3),
  -- Why a scheduled version did not become active on its date; told once.
  activation_problem text,
  primary key (merchant_id, ruleset_id, version),
  foreign key (merchant_id, ruleset_id) references ruleset (merchant_id, id) on delete cascade
);
create unique index ruleset_version_open on ruleset_version (merchant_id, ruleset_id)
  where state in ('DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'REJECTED');
create unique index ruleset_version_active on ruleset_version (merchant_id, ruleset_id) where state = 'ACTIVE';
create index ruleset_version_due on ruleset_version (effective_from) where state = 'SCHEDULED';
