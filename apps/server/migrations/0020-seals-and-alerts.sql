-- What the engine itself does to payments is no entry of the audit log each: the events since the last time are sealed
-- together, and one entry of the log holds the hash over all of them.
create table tx_event_seal (
  merchant_id integer not null references merchant (id),
  no integer not null,
  at timestamptz(3) not null,
  events integer not null,
  payments integer not null,
  root text not null,
  -- Everything up to here is sealed; empty while a long backlog is worked off.
  complete_until timestamptz(3),
  primary key (merchant_id, no)
);

-- Which events of which payment a seal covers, and their hash.
create table tx_event_seal_line (
  merchant_id integer not null,
  tx_id bigint not null,
  first_seq integer not null,
  last_seq integer not null,
  seal_no integer not null,
  hash text not null,
  primary key (merchant_id, tx_id, first_seq),
  foreign key (merchant_id, seal_no) references tx_event_seal (merchant_id, no)
);
create index tx_event_seal_line_seal on tx_event_seal_line (merchant_id, seal_no);

-- Events come in the order of time, so a small index is enough to find the newest.
create index tx_event_at on tx_event using brin (at);

-- When an alert of a rule was last looked at, and when it last rang.
create table alert_watch (
  merchant_id integer not null references merchant (id),
  ruleset_id uuid not null,
  row_id text not null,
  looked_at timestamptz(3) not null,
  fired_at timestamptz(3),
  primary key (merchant_id, ruleset_id, row_id)
);

-- Probes a half-open window let through that came back well; enough of them in a row end it.
alter table maintenance add column close_after integer;
alter table maintenance_probe add column good_probes integer not null default 0;
