import type pg from 'pg'
import { quotedName } from './quoted-name.ts'
import { sqlState } from './transaction.ts'

const insufficientPrivilege = '42501'

/** What nobody may rewrite: the audit log and the books. */
const appendOnly = 'audit_entry, audit_anchor, journal_entry, posting, journal_seal'

/** The tables of the job queue, whose rows only their owner sees unless a policy says otherwise. */
const queueTables = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs']

const tableGrants = (role: string): string => `
  revoke create on schema public from public, ${role};
  grant usage on schema public to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant execute on all functions in schema public to ${role};
  revoke update, delete, truncate on ${appendOnly} from ${role};
  revoke insert, update, delete on schema_migration from ${role};`

const queueGrants = (role: string): string => `
  grant usage on schema public, graphile_worker to ${role};
  grant select, insert, update, delete on job_worker to ${role};
  grant select on all tables in schema graphile_worker to ${role};
  grant insert, update, delete on ${queueTables.map((table) => `graphile_worker.${table}`).join(', ')} to ${role};
  grant execute on all functions in schema graphile_worker to ${role};`

/** Made once: another node may be at work on the table, and a policy takes it for itself while it is made. */
async function openQueue(client: pg.Client, role: string): Promise<void> {
  for (const table of queueTables) {
    const name = `signalbox ${role}`.slice(0, 63)
    const { rowCount } = await client.query(
      `select 1 from pg_policies where schemaname = 'graphile_worker' and tablename = $1 and policyname = $2`,
      [table, name],
    )
    if (!rowCount)
      await client.query(
        `create policy ${quotedName(name)} on graphile_worker.${table}
           to ${quotedName(role)} using (true) with check (true)`,
      )
  }
}

/** Nobody here makes temporary tables, and functions could stand among them. Only who owns the database may say so. */
async function forbidTemporary(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = quotedName(rows[0]?.name ?? '')
  try {
    await client.query(`revoke temporary on database ${database} from public, ${role}`)
  } catch (error) {
    if (sqlState(error) !== insufficientPrivilege) throw error
  }
}

/** Reads and writes data, but cannot change or remove what the audit log and the books say. */
export async function grantApp(client: pg.Client, role: string): Promise<void> {
  const quoted = quotedName(role)
  await client.query(tableGrants(quoted))
  await forbidTemporary(client, quoted)
}

/** Takes jobs from the queue, and sees nothing else. */
export async function grantQueue(client: pg.Client, role: string): Promise<void> {
  await client.query(queueGrants(quotedName(role)))
  await openQueue(client, role)
}

/** A role with the rights of who owns tables here: to restrict it would be to restrict the owner. */
export async function isOwner(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and pg_has_role($1, relowner, 'USAGE') limit 1`,
    [role],
  )
  return rowCount === 1
}

/** Earlier releases took the owner's own rights away when it was the login of the application too. */
export async function regainRights(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare lost record;
    begin
      for lost in
        select oid::regclass as name, relowner::regrole as owner from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and pg_has_role(relowner, 'USAGE') and not (has_table_privilege(relowner, oid, 'insert')
            and has_table_privilege(relowner, oid, 'update') and has_table_privilege(relowner, oid, 'delete'))
      loop
        execute format('grant all on %s to %s', lost.name, lost.owner);
      end loop;
    end
    $$`)
}
