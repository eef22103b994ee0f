-- What people look into, and what people ask to know or to have forgotten.

-- A payment, or a callback, that somebody has to find out about.
create table investigation_case (
  merchant_id integer not null,
  id uuid not null,
  tx_id bigint,
  callback_id uuid,
  type text not null,
  state text not null,
  severity text not null,
  cause text,
  assignee_id uuid,
  assignee text,
  due_at timestamptz(3) not null,
  resolution text,
  opened_at timestamptz(3) not null,
  resolved_at timestamptz(3),
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);

-- One open case per payment and kind, but each callback that could not be applied has its own.
create unique index investigation_case_open on investigation_case
  (merchant_id, tx_id, type, coalesce(callback_id, '00000000-0000-0000-0000-000000000000'::uuid))
  where state <> 'RESOLVED' and tx_id is not null;
create index investigation_case_due on investigation_case (merchant_id, due_at) where state <> 'RESOLVED';
create index investigation_case_tx on investigation_case (merchant_id, tx_id) where tx_id is not null;
create index investigation_case_callback on investigation_case (merchant_id, callback_id)
  where callback_id is not null;
create index investigation_case_opened on investigation_case (merchant_id, opened_at);

-- Everything people write about a case and do to it, in order. Rows are added and never changed.
create table case_entry (
  merchant_id integer not null,
  id uuid not null,
  case_id uuid not null,
  kind text not null,
  author_id text not null,
  author text not null,
  at timestamptz(3) not null,
  text text,
  -- Whom it was assigned to, what was decided.
  subject text,
  -- Where the evidence can be seen.
  reference text,
  primary key (merchant_id, id)
);
create index case_entry_case on case_entry (merchant_id, case_id, at);

-- Whom a comment on a case names. The entry itself says what was written.
create table case_mention (
  merchant_id integer not null,
  entry_id uuid not null,
  user_id uuid not null,
  case_id uuid not null,
  at timestamptz(3) not null,
  seen_at timestamptz(3),
  primary key (merchant_id, entry_id, user_id)
);
create index case_mention_unseen on case_mention (user_id) where seen_at is null;

-- Files that show what a decision about a case rests on, each sealed with a key of its own. When the person they are
-- about is erased, name and content go and the row stays.
create table case_file (
  merchant_id integer not null,
  id uuid not null,
  case_id uuid not null,
  name text not null,
  kind text not null,
  size_bytes integer not null,
  sha256 text,
  wrapped_key text,
  content bytea,
  author_id text not null,
  author text not null,
  at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create unique index case_file_once on case_file (merchant_id, case_id, sha256);

-- Sealed bytes do not get smaller, so trying to pack them is time lost.
alter table case_file alter column content set storage external;

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
