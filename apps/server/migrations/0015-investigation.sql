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

alter table investigation_case drop column comments;
create index investigation_case_tx on investigation_case (merchant_id, tx_id) where tx_id is not null;
create index investigation_case_callback on investigation_case (merchant_id, callback_id)
  where callback_id is not null;
create index investigation_case_opened on investigation_case (merchant_id, opened_at);
