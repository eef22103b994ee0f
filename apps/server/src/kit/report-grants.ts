import type pg from 'pg'
import { quotedName } from './quoted-name.ts'
import { sqlState } from './transaction.ts'

const insufficientPrivilege = '42501'

/** What the two roles may do, so that a report reaches the views made for it and nothing else. Can be run again. */
const grants = (appRole: string, reportRole: string): string => `
  -- Everybody may use the public schema and run its functions unless told otherwise. The application gets its own
  -- rights by name.
  revoke all on schema public from public;
  revoke execute on all functions in schema public from public;

  grant usage on schema report to ${reportRole};
  grant select on all tables in schema report to ${reportRole};

  -- A second line behind what the application sets for each report. The report could lift these itself if it got to run
  -- SET; the watchdog outside of it could not be lifted.
  alter role ${reportRole} connection limit 20;
  alter role ${reportRole} set default_transaction_read_only = on;
  alter role ${reportRole} set statement_timeout = '5s';
  alter role ${reportRole} set lock_timeout = '1s';
  alter role ${reportRole} set idle_in_transaction_session_timeout = '15s';
  alter role ${reportRole} set work_mem = '8MB';
  alter role ${reportRole} set max_parallel_workers_per_gather = 0;

  do $$
  begin
    -- Only a superuser may: keeps a sort over everything from filling the disk, and built-in functions with an effect on
    -- others (locks, notifications, large objects) from everybody who was not given them by name.
    alter role ${reportRole} set temp_file_limit = '256MB';
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
    to ${appRole};
  exception
    when insufficient_privilege then null;
  end
  $$;`

/** False where the server does not let us fence the reporting role in: then no report may run. */
export async function grantReports(client: pg.Client, appRole: string, reportRole: string): Promise<boolean> {
  try {
    await client.query(grants(quotedName(appRole), reportRole))
    return true
  } catch (error) {
    if (sqlState(error) === insufficientPrivilege) return false
    throw error
  }
}
