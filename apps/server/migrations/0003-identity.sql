-- Who works here, how they prove who they are, which roles they hold and what they set for themselves.

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
  preset text,
  created_by text,
  disabled_by text,
  disabled_at timestamptz(3),
  -- A new address, until a second person confirms it.
  pending_email text,
  pending_email_by text,
  primary key (merchant_id, id)
);
create unique index backoffice_user_username on backoffice_user (username);
create unique index backoffice_user_email on backoffice_user (lower(email)) where state <> 'DELETED';
create unique index backoffice_user_id on backoffice_user (id);

-- Secrets are stored as hashes, or sealed with the master key where they must be read back. Keyed by merchant and user,
-- except what is looked up by a random token before anybody is known: sessions, login attempts, links from mails, and the
-- throttle, all global by nature.

create table user_credential (
  merchant_id integer not null,
  user_id uuid not null,
  password_hash text,
  -- Newest first, the current one not among them.
  previous_hashes text[] not null default '{}',
  password_changed_at timestamptz(3),
  -- Signs in with a published password alone, and only where the platform runs as a demo.
  demo boolean not null default false,
  locked_until timestamptz(3),
  last_failure_at timestamptz(3),
  -- Created or enabled again; inactivity is counted from here when there is no later login.
  active_since timestamptz(3) not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

create table user_totp (
  merchant_id integer not null,
  user_id uuid not null,
  secret text not null,
  -- The time step of the last accepted code; no code of it or before is accepted again.
  last_step bigint not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

create table security_key (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create unique index security_key_credential on security_key (credential_id);
create index security_key_user on security_key (merchant_id, user_id);

create table recovery_code (
  merchant_id integer not null,
  user_id uuid not null,
  code_hash text not null,
  -- One salt for the codes of a set, so that checking one costs one hash and not ten.
  salt text not null,
  used_at timestamptz(3),
  -- The key of the set, sealed. Null where it follows from the master key itself.
  sealed_key text,
  primary key (merchant_id, user_id, code_hash),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

-- Browsers a person has signed in from. They have failed attempts of their own, so that strangers who guess at an
-- account lock out themselves and not the person.
create table known_device (
  merchant_id integer not null,
  user_id uuid not null,
  token_hash text not null,
  failed_attempts integer not null default 0,
  last_failure_at timestamptz(3),
  locked_until timestamptz(3),
  last_used_at timestamptz(3) not null,
  primary key (merchant_id, user_id, token_hash),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create index known_device_token on known_device (token_hash);

create table session (
  token_hash text primary key,
  id uuid not null,
  merchant_id integer not null,
  user_id uuid not null,
  created_at timestamptz(3) not null,
  authenticated_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  absolute_ends_at timestamptz(3) not null,
  ip text not null,
  user_agent text not null,
  -- A factor being enrolled, sealed.
  ceremony text,
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create unique index session_id on session (id);
create index session_by_user on session (merchant_id, user_id);
create index session_end on session (absolute_ends_at);

create table login_attempt (
  token_hash text primary key,
  merchant_id integer not null,
  user_id uuid not null,
  -- Set when the attempt comes from a known device.
  device_hash text,
  second_factor text,
  ceremony text,
  expires_at timestamptz(3) not null,
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create index login_attempt_user on login_attempt (merchant_id, user_id);
create index login_attempt_end on login_attempt (expires_at);

-- Attempts to sign in that are being looked at. Each is counted as a failure before it is evaluated; one whose outcome was
-- never written, because the server died meanwhile, is taken off the count again.
create table login_flight (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  -- The browser it is counted on; null when it is counted on the account.
  device_hash text,
  at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create index login_flight_user on login_flight (merchant_id, user_id);

create table password_link (
  token_hash text primary key,
  merchant_id integer not null,
  user_id uuid not null,
  expires_at timestamptz(3) not null,
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create index password_link_user on password_link (merchant_id, user_id);

-- Attempts per address, and per address and name, within a window. Shared by all nodes.
create table login_throttle (
  key text primary key,
  attempts integer not null,
  window_ends_at timestamptz(3) not null
);
create index login_throttle_end on login_throttle (window_ends_at);

-- The roles themselves stand in backoffice_user. These are facts about them: a role without a line here was held
-- before anybody kept account, and a line without its role means nothing.
create table role_grant_fact (
  merchant_id integer not null,
  user_id uuid not null,
  role text not null,
  granted_at timestamptz(3),
  granted_by text,
  last_used_at timestamptz(3),
  reviewed_at timestamptz(3),
  reviewed_by text,
  review_note text,
  version integer not null default 1,
  -- Of a role that waited for a second person, who asked for it: granted_by is whoever confirmed it.
  requested_by text,
  primary key (merchant_id, user_id, role),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

-- One line for every role somebody holds.
create view role_grant as
select
  u.merchant_id,
  u.id::text || ':' || held.role as id,
  u.id::text as user_id,
  u.username,
  coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name,
  held.role,
  coalesce(g.granted_at, u.created_at)::timestamptz(3) as granted_at,
  g.granted_by,
  g.last_used_at,
  g.reviewed_at,
  g.reviewed_by,
  g.review_note,
  u.state,
  u.last_login,
  coalesce(g.version, 1) as version,
  coalesce(g.granted_at, u.created_at)::timestamptz(3) as created_at,
  coalesce(g.reviewed_at, g.granted_at, u.created_at)::timestamptz(3) as updated_at,
  coalesce(g.reviewed_by, g.granted_by, 'system') as updated_by,
  g.requested_by
from backoffice_user u
cross join lateral unnest(u.roles) as held (role)
left join role_grant_fact g on g.merchant_id = u.merchant_id and g.user_id = u.id and g.role = held.role
where u.state <> 'DELETED';

-- Named sets of roles to start from.
create table role_preset (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  description text,
  roles text[] not null,
  required_actions text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);

-- Changes that give somebody approval power or a new way in, until a second person has decided about them.
create table pending_grant (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  record_type text not null,
  record_id text not null,
  record_label text not null,
  -- The record as it was when the change was asked for; of another one nobody was asked.
  record_version integer not null,
  -- "update", or the operation that is to be run.
  operation text not null,
  change jsonb not null,
  summary text not null,
  reason text,
  asked_by text not null,
  -- The humans behind the request, by every id and name.
  people text[] not null,
  state text not null,
  decided_by text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  -- What of the record decided about the request when it was made: whether it may still be confirmed is asked of this, not
  -- of the version, which changes with anything. Null: the version decides.
  basis jsonb,
  primary key (merchant_id, id)
);
create index pending_grant_record on pending_grant (merchant_id, record_type, record_id) where state = 'WAITING';

-- What people set for themselves: only what somebody chose. The rest follows the defaults, also when those change.
create table user_setting (
  merchant_id integer not null,
  user_id uuid not null,
  settings jsonb not null,
  version integer not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

create table saved_view (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  page text not null,
  name text not null,
  query text not null,
  columns text[],
  shared boolean not null default false,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create unique index saved_view_name on saved_view (merchant_id, user_id, page, lower(name));
create index saved_view_shared on saved_view (page) where shared;

-- Stars belong to whoever gives them, also on views of others. Keyed by the merchants of both.
create table saved_view_star (
  merchant_id integer not null,
  user_id uuid not null,
  view_merchant_id integer not null,
  view_id uuid not null,
  primary key (merchant_id, user_id, view_merchant_id, view_id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id),
  foreign key (view_merchant_id, view_id) references saved_view (merchant_id, id) on delete cascade
);
create index saved_view_star_view on saved_view_star (view_merchant_id, view_id);

-- What somebody was told of by mail, so that they are told once. The merchant is their home.
create table inbox_mail (
  merchant_id integer not null references merchant (id),
  user_id uuid not null,
  kind text not null,
  -- The item and since when it waited: what comes back is told again.
  item text not null,
  told_at timestamptz(3) not null,
  primary key (merchant_id, user_id, kind, item)
);
