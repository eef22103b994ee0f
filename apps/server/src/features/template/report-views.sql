-- What SQL templates may read. To become a migration (part one) and part of the grants that run after every migration
-- (part two); until then the tests apply it. Both parts can be run again.
--
-- How rows are kept to the merchants a report may see: a report runs on a connection of the role signalbox_report. Before it
-- starts, the application writes the allowed merchants into report_scope, on a connection of its own, under the number of
-- the backend that will run the report. The views look their own backend up there. A report cannot change its
-- backend's number, and its role can neither read nor write report_scope, so nothing it could call, set_config included,
-- widens what it sees. Without a row there is nothing to see; a row left behind by a crash lapses by itself.

-- Part one: tables and views.

create table if not exists report_scope (
  backend_pid integer primary key,
  merchant_ids integer[] not null,
  expires_at timestamptz(3) not null
);

create schema if not exists report;

-- security_barrier: the scope is applied before anything a report itself asks for, so no condition of a report ever
-- looks at a row outside of it, not even to fail on it.

create or replace view report.v_merchants with (security_barrier) as
select m.id, m.name, m.parent_id, m.level, m.state
from public.merchant m
where m.id = any ((
  select s.merchant_ids from public.report_scope s
  where s.backend_pid = pg_catalog.pg_backend_pid() and s.expires_at > pg_catalog.now()
)::integer[]);

create or replace view report.v_users with (security_barrier) as
select u.id, u.username, u.display_name, u.state, u.last_login, u.merchant_id, cardinality(u.two_factor) > 0 as has_two_factor
from public.backoffice_user u
where u.merchant_id = any ((
  select s.merchant_ids from public.report_scope s
  where s.backend_pid = pg_catalog.pg_backend_pid() and s.expires_at > pg_catalog.now()
)::integer[]);

create or replace view report.v_audit with (security_barrier) as
select a.at, a.actor_name, a.action, a.entity_type, a.entity_id, a.merchant_id
from public.audit_entry a
where a.merchant_id = any ((
  select s.merchant_ids from public.report_scope s
  where s.backend_pid = pg_catalog.pg_backend_pid() and s.expires_at > pg_catalog.now()
)::integer[]);

-- Part two: what the two roles may do. Needs the roles to exist.

-- Everybody may use the public schema, run its functions and make temporary tables unless told otherwise. The
-- application gets its own rights by name.
revoke all on schema public from public;
revoke execute on all functions in schema public from public;
do $$
begin
  execute pg_catalog.format('revoke temporary on database %I from public', pg_catalog.current_database());
  execute pg_catalog.format('grant temporary on database %I to signalbox_app', pg_catalog.current_database());
end
$$;

grant usage on schema report to signalbox_report;
grant select on all tables in schema report to signalbox_report;

-- A second line behind what the application sets for each report. The report could lift these itself if it got to run
-- SET; the watchdog outside of it could not be lifted.
alter role signalbox_report connection limit 20;
alter role signalbox_report set default_transaction_read_only = on;
alter role signalbox_report set statement_timeout = '5s';
alter role signalbox_report set lock_timeout = '1s';
alter role signalbox_report set idle_in_transaction_session_timeout = '15s';
alter role signalbox_report set work_mem = '8MB';
alter role signalbox_report set max_parallel_workers_per_gather = 0;

do $$
begin
  -- Only a superuser may: keeps a sort over everything from filling the disk, and built-in functions with an effect on
  -- others (locks, notifications, large objects) from everybody who was not given them by name.
  alter role signalbox_report set temp_file_limit = '256MB';
  revoke execute on function
    pg_catalog.pg_advisory_lock(bigint), pg_catalog.pg_advisory_lock(integer, integer),
    pg_catalog.pg_try_advisory_lock(bigint), pg_catalog.pg_try_advisory_lock(integer, integer),
    pg_catalog.pg_advisory_xact_lock(bigint), pg_catalog.pg_advisory_xact_lock(integer, integer),
    pg_catalog.pg_notify(text, text),
    pg_catalog.lo_creat(integer), pg_catalog.lo_create(oid), pg_catalog.lo_from_bytea(oid, bytea)
  from public;
  grant execute on function
    pg_catalog.pg_advisory_lock(bigint), pg_catalog.pg_advisory_lock(integer, integer),
    pg_catalog.pg_try_advisory_lock(bigint), pg_catalog.pg_try_advisory_lock(integer, integer),
    pg_catalog.pg_advisory_xact_lock(bigint), pg_catalog.pg_advisory_xact_lock(integer, integer),
    pg_catalog.pg_notify(text, text)
  to signalbox_app;
exception
  when insufficient_privilege then null;
end
$$;
