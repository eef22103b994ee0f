import type pg from 'pg'

/** Reads and writes data, but cannot change or remove what the audit log says. */
export const appRole = 'signalbox_app'
/** Runs people's SQL templates: sees allow-listed views and nothing else. */
export const reportRole = 'signalbox_report'

async function ensureRole(client: pg.Client, role: string): Promise<boolean> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (known.rowCount) return true
  try {
    await client.query(`create role ${role} login noinherit nocreatedb nocreaterole`)
    return true
  } catch (error) {
    // 42710/23505: another node was faster. 42501: this server does not let us make roles; we go on without.
    const code = (error as { code?: string }).code
    if (code === '42501') return false
    if (code === '42710' || code === '23505') return true
    throw error
  }
}

/** Idempotent, run after every migration so that new tables are covered without each migration saying so. */
export async function grantRoles(client: pg.Client): Promise<void> {
  const haveApp = await ensureRole(client, appRole)
  const haveReport = await ensureRole(client, reportRole)
  if (haveApp) {
    await client.query(`
      grant usage on schema public to ${appRole};
      grant select, insert, update, delete on all tables in schema public to ${appRole};
      revoke update, delete, truncate on audit_entry, audit_anchor from ${appRole};
      revoke insert, update, delete on schema_migration from ${appRole};`)
  }
  if (haveReport) await client.query(`revoke all on all tables in schema public from ${reportRole}`)
}
