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
  primary key (merchant_id, id)
);
create index pending_grant_record on pending_grant (merchant_id, record_type, record_id) where state = 'WAITING';
