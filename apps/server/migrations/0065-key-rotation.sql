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

-- The key of a set of recovery codes, sealed. Null for those whose key still follows from the master key itself.
alter table recovery_code add column sealed_key text;
