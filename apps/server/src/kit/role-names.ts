import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { DatabaseLogin } from './login-url.ts'

const digits = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)

/** Roles of ours, of whatever platform, bear a comment that begins so. */
const markWord = 'Signalbox'

/** Says of a role which platform it serves and in which database, without saying its password. */
export const markOf = ({ password }: DatabaseLogin, database: string): string =>
  `${markWord} ${digits(password, database)}`

/** Earlier releases did not say which database. */
const formerMarkOf = ({ password }: DatabaseLogin): string => `${markWord} ${digits(password)}`

const ownMarks = (login: DatabaseLogin, database: string): readonly string[] => [
  markOf(login, database),
  formerMarkOf(login),
]

const named = (login: DatabaseLogin, end: string): DatabaseLogin => ({
  ...login,
  role: `${login.role}_${end}`,
})

interface Names {
  /** Where nobody else on the server has it. */
  readonly plain: DatabaseLogin
  /** What earlier releases called it where somebody had. */
  readonly former: DatabaseLogin
  readonly own: DatabaseLogin
}

const namesOf = (login: DatabaseLogin, database: string): Names => ({
  plain: login,
  former: named(login, digits(login.password)),
  own: named(login, digits(login.password, database)),
})

/** What a login may be called in a database, the likeliest first. */
export function possibleNames(login: DatabaseLogin, database: string): readonly DatabaseLogin[] {
  const { plain, former, own } = namesOf(login, database)
  return [own, former, plain]
}

export async function databaseOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database()::text as name')
  return rows[0]?.name ?? ''
}

/**
 * Roles belong to the whole server. Where another platform on it, or another database of ours, has one of our name,
 * this database gets one of its own: with a shared one, who got into either would be in both.
 */
export async function unclaimedName(client: pg.Client, login: DatabaseLogin): Promise<DatabaseLogin> {
  const database = await databaseOf(client)
  const { plain, former, own } = namesOf(login, database)
  const { rows } = await client.query<{ role: string; mark: string | null }>(
    `select rolname::text as role, shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = any($1)`,
    [[plain.role, former.role]],
  )
  const marks = new Map(rows.map(({ role, mark }) => [role, mark]))
  const isOurs = (mark: string | null | undefined) =>
    mark !== null && mark !== undefined && ownMarks(login, database).includes(mark)
  const mark = marks.get(plain.role)
  if (!mark?.startsWith(`${markWord} `) || isOurs(mark)) return plain
  return isOurs(marks.get(former.role)) ? former : own
}

/**
 * Takes from the roles of other platforms what they have in this database: earlier releases gave several platforms the
 * same role, and a copy of a database brings the rights of the first along.
 */
export async function revokeOthers(client: pg.Client, ours: readonly DatabaseLogin[]): Promise<void> {
  const database = await databaseOf(client)
  const marks = ours.flatMap((login) => ownMarks(login, database))
  const others = await client.query<{ kind: string; object: string; role: string; policy: string | null }>(
    `select classid::regclass::text as kind, quote_ident(rolname) as role, quote_ident(polname) as policy,
       case classid
         when 'pg_class'::regclass then objid::regclass::text
         when 'pg_namespace'::regclass then objid::regnamespace::text
         when 'pg_proc'::regclass then objid::regprocedure::text
         else polrelid::regclass::text
       end as object
     from pg_shdepend join pg_roles on pg_roles.oid = refobjid
       left join pg_policy on classid = 'pg_policy'::regclass and pg_policy.oid = objid
     where dbid = (select oid from pg_database where datname = current_database())
       and refclassid = 'pg_authid'::regclass and deptype in ('a', 'r')
       and classid in ('pg_class'::regclass, 'pg_namespace'::regclass, 'pg_proc'::regclass, 'pg_policy'::regclass)
       and shobj_description(refobjid, 'pg_authid') like $1 and shobj_description(refobjid, 'pg_authid') <> all($2)`,
    [`${markWord} %`, marks],
  )
  for (const { kind, object, role, policy } of others.rows)
    await client.query(revocation({ kind, object, role, policy: policy ?? '' }))
}

const revocation = (of: { kind: string; object: string; role: string; policy: string }): string => {
  const { kind, object, role, policy } = of
  if (kind === 'pg_policy') return `drop policy if exists ${policy} on ${object}`
  const words: Readonly<Record<string, string>> = { pg_namespace: 'schema', pg_proc: 'routine' }
  return `revoke all on ${words[kind] ?? 'table'} ${object} from ${role}`
}
