-- The store: what is sold, in which batches, and each voucher. Of a code the database knows a keyed hash and its last four
-- characters; the code itself leaves once, in the file of its batch, and is written down nowhere.
create table store_product (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  sku text not null,
  name text not null,
  description text,
  image_id text,
  kind text not null,
  currency text not null,
  face_values text[] not null default '{}',
  min_value numeric,
  max_value numeric,
  step_value numeric,
  validity_days integer not null,
  max_per_user integer,
  max_per_day integer,
  countries text[] not null default '{}',
  distributor_id text,
  commission_pct numeric(5, 2) not null default 0,
  state text not null check (state in ('DRAFT', 'ACTIVE', 'SUSPENDED', 'RETIRED')),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index store_product_sku on store_product (merchant_id, sku);

create table voucher_batch (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  -- As files and the API name it; the column behind it is for the key.
  product_id text not null,
  product_key uuid not null generated always as (product_id::uuid) stored,
  sku text not null,
  -- SKU and a number that counts up within the product.
  title text not null,
  quantity integer not null check (quantity between 1 and 10000),
  face_value jsonb not null,
  value_minor bigint not null check (value_minor > 0),
  currency text not null,
  expires_at timestamptz(3),
  state text not null check (state in ('CREATED', 'GENERATED', 'RELEASED', 'CLOSED')),
  distributor text,
  batch_note text,
  created_by text not null,
  created_by_id uuid,
  file_downloaded_at timestamptz(3),
  downloaded_by text,
  downloaded_by_id uuid,
  released_at timestamptz(3),
  released_by text,
  first_serial text,
  last_serial text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, product_key) references store_product (merchant_id, id)
);
create unique index voucher_batch_title on voucher_batch (merchant_id, title);
create index voucher_batch_product on voucher_batch (merchant_id, product_id);
create index voucher_batch_waiting on voucher_batch (merchant_id, created_at) where state = 'GENERATED';

create table voucher (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  batch_id uuid not null,
  batch text not null,
  product_id uuid not null,
  sku text not null,
  serial text not null,
  code_hash text not null,
  code_last4 text not null,
  value jsonb not null,
  value_minor bigint not null check (value_minor > 0),
  currency text not null,
  state text not null
    check (state in ('CREATED', 'ACTIVE', 'RESERVED', 'REDEEMED', 'REFUNDED', 'BLOCKED', 'EXPIRED')),
  expires_at timestamptz(3) not null,
  activated_at timestamptz(3),
  reserved_until timestamptz(3),
  redeemed_at timestamptz(3),
  redeemed_by text,
  redeem_tx_id bigint,
  block_reason text,
  failed_tries integer not null default 0,
  -- The voucher that took the place of this one, and the one this took the place of.
  reissued_as text,
  reissue_of text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, batch_id) references voucher_batch (merchant_id, id),
  check ((state in ('RESERVED', 'REDEEMED', 'REFUNDED')) = (redeem_tx_id is not null)),
  check ((state = 'RESERVED') = (reserved_until is not null))
);
create unique index voucher_code on voucher (merchant_id, code_hash);
-- Counted over all merchants, so that a range of serials means one thing.
create unique index voucher_serial on voucher (serial);
-- One payment redeems one voucher.
create unique index voucher_redeem_tx on voucher (merchant_id, redeem_tx_id) where redeem_tx_id is not null;
create index voucher_product_state on voucher (merchant_id, product_id, state);
create index voucher_batch_state on voucher (merchant_id, batch_id, state);
create index voucher_user on voucher (merchant_id, redeemed_by, product_id) where redeemed_by is not null;
create index voucher_expiry on voucher (expires_at) where state in ('ACTIVE', 'BLOCKED');
create index voucher_lease on voucher (reserved_until) where state = 'RESERVED';
create index voucher_list on voucher (merchant_id, created_at desc, id);

-- Wrong codes, by a keyed print of who tried. Rows are removed once they count no more.
create table voucher_try (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  tried_by text not null,
  at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index voucher_try_who on voucher_try (merchant_id, tried_by, at);
create index voucher_try_at on voucher_try (at);

-- A product as people see it, with what became of its vouchers. Writing to it writes the table below.
create view product as
select p.*,
  (select jsonb_build_object(
      'issued', count(*) filter (where v.activated_at is not null),
      'active', count(*) filter (where v.state in ('ACTIVE', 'RESERVED')),
      'redeemed', count(*) filter (where v.state in ('REDEEMED', 'REFUNDED')),
      'expired', count(*) filter (where v.state = 'EXPIRED'),
      'blocked', count(*) filter (where v.state = 'BLOCKED'))
    from voucher v where v.merchant_id = p.merchant_id and v.product_id = p.id) as stock
from store_product p;
