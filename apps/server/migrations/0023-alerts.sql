-- What somebody has to look into, whoever found it. Of the same trouble at the same place there is one row at a time.
create table alert (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  source text not null,
  -- Tells the troubles of one source apart: a rule, a chain, an address, a secret.
  key text not null,
  severity text not null,
  title text not null,
  body text not null,
  psp text,
  -- The record it is about, where there is one to open.
  subject text,
  state text not null,
  times integer not null default 1,
  fired_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  acked_by text,
  acked_at timestamptz(3),
  -- Empty when it ended by itself.
  resolved_by text,
  resolved_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index alert_unresolved on alert (merchant_id, source, key) where state <> 'RESOLVED';
create index alert_list on alert (merchant_id, last_at desc) where state <> 'RESOLVED';
create index alert_resolved on alert (resolved_at) where state = 'RESOLVED';
