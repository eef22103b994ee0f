-- Who sends invoices. A new IBAN waits for a second person, with those who asked for it.
create table legal_entity (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  code text not null,
  org_no text,
  address text not null,
  zip text not null,
  city text not null,
  country text not null,
  email text not null,
  phone text,
  vat_no text,
  vat_rate numeric not null,
  iban text not null,
  bic text,
  logo text,
  pending_iban text,
  pending_iban_by text,
  pending_iban_people text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index legal_entity_code on legal_entity (code);

create table price_list (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  currency text not null,
  effective_from date not null,
  prices jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index price_list_day on price_list (merchant_id, name, currency, effective_from);

create table customer (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  number text not null,
  legal_name text not null,
  org_no text,
  vat_no text,
  address text not null,
  zip text not null,
  city text not null,
  country text not null,
  merchants integer[] not null default '{}',
  currency text not null,
  payment_terms_days text not null,
  price_list text not null,
  seller text,
  po_number text,
  billing_email text not null,
  contacts text[] not null default '{}',
  language text not null,
  state text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create unique index customer_number on customer (number);

-- Whose invoices have what a merchant uses: one customer's.
create table customer_merchant (
  merchant_id integer not null references merchant (id),
  customer_id uuid not null,
  primary key (merchant_id)
);
create index customer_merchant_customer on customer_merchant (customer_id);

create table invoice (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  title text not null,
  number text,
  type text not null,
  customer_id text not null,
  customer_number text not null,
  customer_name text not null,
  period text not null,
  period_from date not null,
  gross jsonb not null,
  open jsonb not null,
  -- The same as open, to be compared with.
  open_minor bigint not null,
  due_date date,
  state text not null,
  issue_date date,
  currency text not null,
  net jsonb not null,
  vat jsonb not null,
  paid jsonb not null,
  credited jsonb not null,
  vat_category text not null,
  vat_rate text not null,
  vat_note text,
  credit_of text,
  reminder_level integer not null default 0,
  po_number text,
  lines jsonb not null,
  generated_by text not null,
  approved_by text,
  issued_by text,
  sent_at timestamptz(3),
  write_off_by text,
  write_off_reason text,
  -- Those who made the draft or changed it, and those who asked for a write-off: they cannot decide about it.
  drafted_by_people text[] not null default '{}',
  write_off_people text[] not null default '{}',
  -- The parties as they were when it was issued.
  seller jsonb,
  buyer jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
-- One invoice for a customer and a month, however often drafts are made.
create unique index invoice_of_month on invoice (customer_id, period)
  where type = 'INVOICE' and state not in ('DELETED', 'CREDITED');
create unique index invoice_number on invoice (number);
create index invoice_created on invoice (merchant_id, created_at);
create index invoice_waiting on invoice (merchant_id) where state = 'DRAFT' or write_off_by is not null;
create index invoice_owed on invoice (merchant_id, due_date) where open_minor > 0;
create index invoice_credits on invoice (credit_of) where credit_of is not null;

-- Numbers without gaps: the row is locked by whoever takes the next one, until that is committed or never was.
create table billing_series (
  merchant_id integer not null references merchant (id),
  series text not null,
  last integer not null,
  primary key (merchant_id, series)
);

-- What came in for an invoice and what of it was used. Amounts less what was used stand to the customer's credit.
create table invoice_payment (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  invoice_id uuid not null,
  customer_id text not null,
  kind text not null,
  currency text not null,
  amount_minor bigint not null,
  applied_minor bigint not null,
  paid_on date not null,
  reference text,
  by text not null,
  at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id)
);
create index invoice_payment_invoice on invoice_payment (merchant_id, invoice_id);
create index invoice_payment_customer on invoice_payment (customer_id, currency);

-- An invoice as it left, byte for byte.
create table invoice_document (
  merchant_id integer not null references merchant (id),
  invoice_id uuid not null,
  format text not null,
  content bytea not null,
  sha256 text not null,
  created_at timestamptz(3) not null,
  primary key (merchant_id, invoice_id, format),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id)
);
