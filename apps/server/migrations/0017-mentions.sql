-- Whom a note names, so that they hear of it. The note itself says what was written, and whether it was taken back.
create table tx_mention (
  merchant_id integer not null,
  note_id uuid not null,
  user_id uuid not null,
  tx_id bigint not null,
  at timestamptz(3) not null,
  primary key (merchant_id, note_id, user_id)
);
create index tx_mention_user on tx_mention (user_id, at desc);
