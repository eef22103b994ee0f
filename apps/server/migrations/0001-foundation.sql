-- The ground every feature stands on: merchants, staff, audit, history, operations, outbox.
-- Rules: merchant in every key (what is global by nature says so), ids made in the application, no sequences,
-- instants in milliseconds, no business logic in triggers (the only triggers guard the audit log).

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

-- Usernames and addresses are global by nature: one person signs in without naming a merchant.
create table backoffice_user (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  username text not null,
  first_name text not null,
  last_name text not null,
  display_name text,
  email text not null,
  phone text,
  job_title text,
  roles text[] not null default '{}',
  merchants integer[] not null default '{}',
  required_actions text[] not null default '{}',
  contact_types text[] not null default '{}',
  communication_preferences text[] not null default '{}',
  state text not null,
  disabled_reason text,
  two_factor text[] not null default '{}',
  last_login timestamptz(3),
  last_login_ip text,
  failed_attempts integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index backoffice_user_username on backoffice_user (username);
create unique index backoffice_user_email on backoffice_user (lower(email)) where state <> 'DELETED';
create unique index backoffice_user_id on backoffice_user (id);

create table bank_mapping (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  position integer not null,
  title text not null,
  enabled boolean not null default true,
  bic text,
  name text,
  clearing_number text,
  account_number text,
  currency text,
  country text,
  from_clearing_house text,
  swift text,
  bank_country text,
  bank_name text,
  bank_address text,
  bank_id text,
  transfer_type text,
  bank_code text,
  branch_code text,
  branch_name text,
  branch_city text,
  branch_state text,
  beneficiary_name_max integer,
  beneficiary_address_max integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, title)
);

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

-- One chain per operator group (its merchant id) and one for the platform. The head is the lock that serialises a
-- chain, and carries a keyed hash so that a tail cannot be cut and the head rewritten without the key.
create table audit_chain (
  chain_merchant_id integer primary key,
  last_seq bigint not null,
  last_hash text not null,
  seal text not null
);

create table audit_entry (
  chain_merchant_id integer not null,
  seq bigint not null,
  merchant_id integer not null,
  at timestamptz(3) not null,
  actor_type text not null,
  actor_id text not null,
  actor_name text not null,
  ip text,
  user_agent text,
  session_ref text,
  operation_id text,
  entity_type text not null,
  entity_id text not null,
  entity_label text not null,
  change_type text,
  action text not null,
  before jsonb,
  after jsonb,
  diff jsonb not null,
  note text,
  result text not null,
  error_code text,
  prev_hash text not null,
  hash text not null,
  primary key (chain_merchant_id, seq)
);
create index audit_entry_time on audit_entry (chain_merchant_id, at desc, seq desc);
create index audit_entry_merchant on audit_entry (merchant_id, at desc);
create index audit_entry_entity on audit_entry (entity_type, entity_id, at desc);
create index audit_entry_actor on audit_entry (actor_id, at desc);

create table audit_anchor (
  chain_merchant_id integer not null,
  day date not null,
  last_seq bigint not null,
  hash text not null,
  seal text not null,
  at timestamptz(3) not null,
  primary key (chain_merchant_id, day)
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = '42501';
end $$;
create trigger audit_entry_guard before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_guard_truncate before truncate on audit_entry
  for each statement execute function refuse_audit_change();
create trigger audit_anchor_guard before update or delete on audit_anchor
  for each row execute function refuse_audit_change();
create trigger audit_anchor_guard_truncate before truncate on audit_anchor
  for each statement execute function refuse_audit_change();

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
  primary key (merchant_id, id)
);
create index outbox_at on outbox (at, id);

-- Small platform-wide facts: fingerprint of the master key, sealed passwords of database roles.
create table platform_setting (
  name text primary key,
  value jsonb not null
);

-- The root of the tree. Everything inherits from it, so it is there before anybody can sign in.
insert into merchant (id, path, level, name, state, base_currency, created_at, updated_at, updated_by)
values (1000, '/1000/', 0, 'Platform', 'LIVE', 'EUR', now(), now(), 'system');
