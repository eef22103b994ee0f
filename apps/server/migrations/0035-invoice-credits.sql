-- A credit of much of an invoice, or of all of it, waits for a second person.
alter table invoice
  add column credit_by text,
  add column credit_at timestamptz(3),
  add column credit_net jsonb,
  add column credit_gross jsonb,
  add column credit_reason text,
  -- Those who asked for it: they cannot decide about it.
  add column credit_people text[] not null default '{}';
create index invoice_credit_waiting on invoice (merchant_id) where credit_by is not null;
