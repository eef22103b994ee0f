-- What PSPs tell us, and what we tell merchants and their clients.

-- What PSPs told us. What belongs to no payment is kept with the platform's merchant until somebody finds out.
create table callback (
  merchant_id integer not null,
  id uuid not null,
  psp text not null,
  psp_account text not null,
  -- Event ids are the PSP's own, so they are unique per PSP and not per merchant.
  dedupe_key text not null,
  received_at timestamptz(3) not null,
  source_ip text,
  signature_ok boolean not null,
  tx_id bigint,
  reading jsonb not null,
  body text not null,
  outcome text not null,
  note text,
  -- A callback is stored before it is understood. What was not understood is tried again.
  tries smallint not null default 0,
  retry_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index callback_dedupe on callback (psp, dedupe_key) where signature_ok;
create index callback_tx on callback (merchant_id, tx_id) where tx_id is not null;
create index callback_unknown on callback (received_at) where outcome = 'UNKNOWN';
create index callback_parked on callback (received_at) where outcome = 'PARKED';
create index callback_retry on callback (retry_at) where retry_at is not null;

-- What merchants and their clients are told, one row per message however often it is tried.
create table notification (
  merchant_id integer not null,
  id uuid not null,
  tx_id bigint,
  kind text not null,
  -- Tells messages of one kind about one transaction apart: an action, an event, an endpoint.
  leg text not null,
  target text not null,
  body jsonb not null,
  status text not null,
  attempt smallint not null default 0,
  next_at timestamptz(3),
  http_status smallint,
  response_snippet text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- Webhooks of one payment are numbered per receiver (1, 2, 3 ...) in the transaction that writes the event, and one is
  -- sent only after those before it were taken or given up. Other kinds of messages have no number, nor have those about
  -- accounts, which belong to no payment and have no order among each other.
  sequence integer,
  account_id uuid,
  primary key (merchant_id, id),
  constraint notification_subject check ((tx_id is null) <> (account_id is null)),
  constraint notification_sequence check ((sequence is not null) = (kind = 'WEBHOOK' and tx_id is not null))
);
create unique index notification_leg on notification (merchant_id, tx_id, kind, leg);
create index notification_due on notification (next_at) where status = 'PENDING';
create index notification_account on notification (merchant_id, account_id) where account_id is not null;
create unique index notification_order on notification (merchant_id, tx_id, target, sequence) where sequence is not null;

-- Who waits for whom: asked for every webhook that is due.
create index notification_before on notification (merchant_id, tx_id, target, sequence)
  where sequence is not null and status = 'PENDING';
