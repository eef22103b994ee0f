-- What people set for themselves. Keyed by the merchant they belong to.

-- Only what somebody chose; the rest follows the defaults, also when those change.
create table user_setting (
  merchant_id integer not null,
  user_id uuid not null,
  settings jsonb not null,
  version integer not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);

create table saved_view (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  page text not null,
  name text not null,
  query text not null,
  columns text[],
  shared boolean not null default false,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id)
);
create unique index saved_view_name on saved_view (merchant_id, user_id, page, lower(name));
create index saved_view_shared on saved_view (page) where shared;

-- Stars belong to whoever gives them, also on views of others. Keyed by the merchants of both.
create table saved_view_star (
  merchant_id integer not null,
  user_id uuid not null,
  view_merchant_id integer not null,
  view_id uuid not null,
  primary key (merchant_id, user_id, view_merchant_id, view_id),
  foreign key (merchant_id, user_id) references backoffice_user (merchant_id, id),
  foreign key (view_merchant_id, view_id) references saved_view (merchant_id, id) on delete cascade
);
create index saved_view_star_view on saved_view_star (view_merchant_id, view_id);
