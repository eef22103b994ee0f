-- Figures of dashboards that are mailed at fixed times.
create table analytics_mail (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  name text not null,
  dashboard text not null,
  rhythm text not null,
  hour integer not null,
  recipients text[] not null,
  currency text,
  enabled boolean,
  next_at timestamptz(3),
  last_sent_at timestamptz(3),
  sent_to integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);
create index analytics_mail_due on analytics_mail (next_at) where enabled;
