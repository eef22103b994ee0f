-- What people ask to know or to have forgotten; logos, signing keys and shared call counts; who was told of an outage.

-- What the audit log says about a person is sealed with a key of their own. When they are erased the key goes, and with
-- it the words; the entries and their hashes stay as they were.
create table subject_key (
  merchant_id integer not null references merchant (id),
  subject text not null,
  wrapped_key text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, subject)
);

-- The user id stands here for as long as it is needed to find the person's data, and not a day longer.
create table gdpr_request (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  subject text not null,
  user_id text,
  type text not null,
  state text not null,
  reasons text[] not null default '{}',
  reason text not null,
  case_reference text,
  due_at timestamptz(3),
  executed_at timestamptz(3),
  requested_by text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index gdpr_request_open on gdpr_request (merchant_id, subject, type)
  where type <> 'EXPORT' and state <> 'DONE';
create index gdpr_request_due on gdpr_request (due_at) where type = 'ERASE' and state in ('RESTRICTED', 'BLOCKED');
create index gdpr_request_list on gdpr_request (merchant_id, created_at desc, id);

-- What an export holds, sealed, until it was fetched once or a day has passed.
create table gdpr_file (
  merchant_id integer not null,
  request_id uuid not null,
  wrapped_key text not null,
  content text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, request_id),
  foreign key (merchant_id, request_id) references gdpr_request (merchant_id, id)
);

alter table psp add column logo text;

-- A client may prove itself with a key of its own. Another key has another id, and tokens got with the former end.
alter table api_client add column signing_key_public text;
alter table api_client add column signing_key_id uuid;

-- Proofs that were used; none counts twice.
create table api_client_assertion (
  merchant_id integer not null,
  api_client_id uuid not null,
  jti text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, api_client_id, jti)
);
create index api_client_assertion_expiry on api_client_assertion (expires_at);

-- Calls of the running second, which several servers share. Worth nothing a second later, hence not logged.
create unlogged table api_client_rate (
  merchant_id integer not null,
  api_client_id uuid not null,
  second bigint not null,
  taken integer not null,
  primary key (merchant_id, api_client_id)
);

-- Who was told of what: windows of before count as told.
alter table maintenance add column told_start_at timestamptz(3);
alter table maintenance add column told_end_at timestamptz(3);
update maintenance set told_start_at = start_at where start_at <= now();
update maintenance set told_end_at = end_at where end_at <= now();
