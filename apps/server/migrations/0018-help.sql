-- What is new, for everybody it concerns. Records of the platform, changed like any other.
create table release_note (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  release text not null,
  date text not null,
  category text not null,
  body_md text not null,
  audience_roles text[] not null default '{}',
  published_at timestamptz(3),
  -- Those who asked for mails were told once, however often it is withdrawn and published again.
  mailed_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create index release_note_published on release_note (published_at desc) where published_at is not null;

-- Who has read what. It goes with the note, and with the person.
create table release_note_read (
  merchant_id integer not null,
  user_id uuid not null,
  note_id uuid not null,
  read_at timestamptz(3) not null,
  primary key (merchant_id, user_id, note_id)
);

-- What people asked the help and what it said, for thirty days. Their own: nobody else reads it.
create table help_exchange (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  asked_at timestamptz(3) not null,
  page text not null,
  tx_id bigint,
  question text not null,
  answer jsonb not null,
  primary key (merchant_id, id)
);
create index help_exchange_of on help_exchange (merchant_id, user_id, asked_at);
create index help_exchange_old on help_exchange (asked_at);
create index help_exchange_about on help_exchange (tx_id) where tx_id is not null;
