-- A note that names somebody waits for them until they have read it. What was written before was kept by browsers.
alter table tx_mention add column seen_at timestamptz(3);
update tx_mention set seen_at = at;
create index tx_mention_unseen on tx_mention (user_id) where seen_at is null;

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
