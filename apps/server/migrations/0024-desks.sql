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
