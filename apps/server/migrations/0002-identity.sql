-- How people prove who they are. Secrets are stored as hashes, or sealed with the master key where they must be read
-- back. Keyed by merchant and user, except what is looked up by a random token before anybody is known: sessions, login
-- attempts, links from mails, and the throttle, all global by nature.

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
