-- The audit log: who did what, in chains of hashes that nobody can rewrite unseen.

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

-- The audit log is read newest first, over as many chains as the reader's merchants belong to.
create index audit_entry_newest on audit_entry (at desc, chain_merchant_id desc, seq desc);

-- The end of each chain at the end of a day, sealed.
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

-- What the last full check of each audit chain found.
create table audit_verification (
  chain_merchant_id integer primary key,
  at timestamptz(3) not null,
  result jsonb not null
);

-- What the audit log says about a person is sealed with a key of their own. When they are erased the key goes, and with
-- it the words; the entries and their hashes stay as they were.
create table subject_key (
  merchant_id integer not null references merchant (id),
  subject text not null,
  wrapped_key text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, subject)
);
