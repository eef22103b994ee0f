-- Texts people write and the platform renders, sends or runs; and what the SQL among them may read.

-- The six kinds share one table.
create table template (
  merchant_id integer not null references merchant (id),
  id uuid not null,
  type text not null,
  template_type text not null,
  locale text not null,
  channel text,
  url text,
  description text,
  subject text,
  content text not null,
  text_content text,
  -- Not jsonb: what people write comes back with its members in their order.
  params json,
  test_cases json,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, id)
);

-- What rules and settings look a template up by.
create unique index template_key
  on template (merchant_id, type, template_type, locale, coalesce(channel, ''), coalesce(url, ''));

-- Pages somebody looks at before a template is saved, served under a policy of their own. Worth nothing a few minutes
-- later, hence not logged.
create unlogged table template_preview (
  merchant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  content text not null,
  expires_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index template_preview_expiry on template_preview (expires_at);

-- What SQL templates may read. How rows are kept to the merchants a report may see: a report runs on a connection of the
-- role signalbox_report. Before it starts, the application writes the allowed merchants into report_scope, on a connection
-- of its own, under the number of the backend that will run the report. The views look their own backend up there. A
-- report cannot change its backend's number, and its role can neither read nor write report_scope, so nothing it
-- could call, set_config included, widens what it sees. Without a row there is nothing to see; a row left behind by a
-- crash lapses by itself. The table is global by nature: it belongs to connections, not to merchants.
create table report_scope (
  backend_pid integer primary key,
  merchant_ids integer[] not null,
  expires_at timestamptz(3) not null
);

create schema report;

-- security_barrier: the scope is applied before anything a report itself asks for, so no condition of a report ever
-- looks at a row outside of it, not even to fail on it.

create view report.v_merchants with (security_barrier) as
select m.id, m.name, m.parent_id, m.level, m.state
from public.merchant m
where m.id = any ((
  select s.merchant_ids from public.report_scope s
  where s.backend_pid = pg_catalog.pg_backend_pid() and s.expires_at > pg_catalog.now()
)::integer[]);

create view report.v_users with (security_barrier) as
select u.id, u.username, u.display_name, u.state, u.last_login, u.merchant_id, cardinality(u.two_factor) > 0 as has_two_factor
from public.backoffice_user u
where u.merchant_id = any ((
  select s.merchant_ids from public.report_scope s
  where s.backend_pid = pg_catalog.pg_backend_pid() and s.expires_at > pg_catalog.now()
)::integer[]);

create view report.v_audit with (security_barrier) as
select a.at, a.actor_name, a.action, a.entity_type, a.entity_id, a.merchant_id
from public.audit_entry a
where a.merchant_id = any ((
  select s.merchant_ids from public.report_scope s
  where s.backend_pid = pg_catalog.pg_backend_pid() and s.expires_at > pg_catalog.now()
)::integer[]);
