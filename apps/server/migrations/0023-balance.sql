-- The books as finance reads and closes them.

-- An entry whose day was closed counts on the first open one; this is the day it was meant for.
alter table journal_entry add column moved_from date check (moved_from < value_date);

-- How far the books of a merchant are shut; nothing where there is no row. It is changed by whoever has waited for all who
-- post and keeps others from it (book-store.ts).
create table ledger_book (
  merchant_id integer not null references merchant (id) primary key,
  -- Nothing is posted with a value date up to this one.
  closed_through date,
  -- Nothing is posted at an instant of a day (UTC) up to this one: what was posted until then can be added up for good.
  bound_through date,
  -- Up to here it has been added up.
  totals_through date,
  check (totals_through is null or totals_through <= bound_through)
);

-- What an account took on one day, by the day it was posted (UTC) and the day it counts for.
create table account_day_total (
  merchant_id integer not null references merchant (id),
  posted_day date not null,
  account text not null,
  value_date date not null,
  debit bigint not null,
  credit bigint not null,
  primary key (merchant_id, posted_day, account, value_date)
);
create index account_day_total_account on account_day_total (merchant_id, account, value_date);

-- When the books of a merchant were looked through last.
create table ledger_check (
  merchant_id integer not null references merchant (id) primary key,
  checked_at timestamptz(3) not null,
  findings integer not null
);

-- What one person proposes about the books and another decides: an entry of its own, the reversal of one, a closed period to
-- be opened again.
create table ledger_request (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  kind text not null check (kind in ('ADJUSTMENT', 'REVERSAL', 'REOPEN')),
  state text not null check (state in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  title text not null,
  reason text not null,
  value_date date,
  lines jsonb not null default '[]',
  entry_id text,
  period date,
  file_name text,
  requested_by text not null,
  requested_people text[] not null,
  decided_by text,
  decided_at timestamptz(3),
  decision_note text,
  posted_entry_id text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  check ((kind = 'REVERSAL') = (entry_id is not null)),
  check ((kind = 'REOPEN') = (period is not null))
);
create index ledger_request_waiting on ledger_request (merchant_id, created_at) where state = 'WAITING';
create unique index ledger_request_reversal on ledger_request (merchant_id, entry_id)
  where kind = 'REVERSAL' and state in ('WAITING', 'APPROVED');
create unique index ledger_request_reopen on ledger_request (merchant_id, period)
  where kind = 'REOPEN' and state = 'WAITING';

-- What was attached to a proposal, sealed.
create table ledger_request_file (
  merchant_id integer not null,
  request_id uuid not null,
  kind text not null,
  size_bytes integer not null,
  sha256 text not null,
  wrapped_key text not null,
  content bytea not null,
  primary key (merchant_id, request_id),
  foreign key (merchant_id, request_id) references ledger_request (merchant_id, id)
);
alter table ledger_request_file alter column content set storage external;

-- Lines of entries as the list of postings shows them.
create view ledger_posting as
  select p.merchant_id, md5(p.entry_id::text || ':' || p.line)::uuid as id, p.entry_id::text as entry_id, e.at, e.value_date,
    e.moved_from, p.account, split_part(p.account, ':', 1) as account_type, split_part(p.account, ':', 3) as dimension,
    split_part(p.account, ':', 4) as currency, greatest(p.debit, p.credit) as amount_minor,
    case when p.debit > 0 then jsonb_build_object('minor', p.debit::text, 'currency', split_part(p.account, ':', 4)) end
      as debit,
    case when p.credit > 0 then jsonb_build_object('minor', p.credit::text, 'currency', split_part(p.account, ':', 4)) end
      as credit,
    e.event_type, e.source_type, e.source_id, e.description, e.created_by, e.reversal_of::text as reversal_of, 1 as version, e.at as created_at,
    e.at as updated_at, e.created_by as updated_by
  from posting p join journal_entry e on e.merchant_id = p.merchant_id and e.id = p.entry_id;
