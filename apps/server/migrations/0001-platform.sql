-- The ground every feature stands on: merchants, the history of records, answers that are kept, events, keys.
-- Rules of all files: merchant in every key (what is global by nature says so), ids made in the application, no sequences,
-- instants in milliseconds, no business logic in triggers (the only triggers guard the audit log and the books).

create table merchant (
  id integer primary key,
  parent_id integer references merchant (id),
  path text not null,
  level smallint not null,
  name text not null,
  legal_name text,
  state text not null,
  country text,
  base_currency text not null,
  currencies text[] not null default '{}',
  time_zone text not null default 'UTC',
  mcc text,
  website text,
  jurisdictions text[] not null default '{}',
  descriptor text,
  support_email text,
  mask_sensitive_data boolean not null default false,
  allowed_ips text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  unique (path)
);
create index merchant_parent on merchant (parent_id);

-- The root of the tree. Everything inherits from it, so it is there before anybody can sign in.
insert into merchant (id, path, level, name, state, base_currency, created_at, updated_at, updated_by)
values (1000, '/1000/', 0, 'Platform', 'LIVE', 'EUR', now(), now(), 'system');

-- Every version of every record, whole, so that any of them can be shown, compared and brought back.
create table record_version (
  merchant_id integer not null,
  entity text not null,
  record_id text not null,
  version integer not null,
  change_type text not null,
  at timestamptz(3) not null,
  by_user text not null,
  note text,
  record jsonb not null,
  primary key (merchant_id, entity, record_id, version, change_type)
);

-- Histories of templates are asked for by name, because a deleted one has nothing else left.
create index record_version_template
  on record_version (merchant_id, (record ->> 'type'), (record ->> 'templateType'), at desc)
  where entity = 'template';

-- Answers of writes, kept for a day, so that a retry is answered and not done again. Belongs to a person's session.
create table operation (
  user_id uuid not null,
  operation_id uuid not null,
  request_hash text not null,
  status smallint not null,
  reply jsonb,
  at timestamptz(3) not null,
  primary key (user_id, operation_id)
);
create index operation_at on operation (at);

-- What happened, for other nodes and browsers. Written with the change itself.
create table outbox (
  merchant_id integer not null,
  id uuid not null,
  topic text not null,
  key text not null,
  payload jsonb not null,
  at timestamptz(3) not null,
  -- Which transaction wrote the event. Rows become visible in the order of commits, not of numbers or clocks; a reader
  -- that goes on from the oldest transaction still running can therefore not miss one.
  tx_id xid8 not null default pg_current_xact_id(),
  primary key (merchant_id, id)
);
create index outbox_at on outbox (at);
create index outbox_tx on outbox (tx_id, id);

-- Small platform-wide facts: fingerprint of the master key, sealed passwords of database roles.
create table platform_setting (
  name text primary key,
  value jsonb not null
);

-- Keys that outlive the master key they were first derived from, because what was made with them cannot be made again:
-- prints of accounts, seals of the audit log, passwords of logins. Each is sealed with the master key in use.
-- Global by nature: they belong to the platform.
create table kept_key (
  name text primary key,
  sealed text not null
);

-- Which master keys each running server knows and which of them it seals with. Global by nature: servers have no merchant.
create table node_key (
  node_id uuid primary key,
  known text[] not null,
  sealing text not null,
  beat_at timestamptz(3) not null
);
