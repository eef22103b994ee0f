import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Finding } from './invariants.ts'

/** Keeps what was found. Gives what is new; what is gone is marked as cleared. */
export async function saveFindings(
  tx: Tx,
  merchantId: number,
  findings: readonly Finding[],
  { now, newId, begunAt = now }: { now: Date; newId: () => string; begunAt?: Date },
): Promise<Finding[]> {
  const subjects = findings.map(({ invariant, subject }) => `${invariant} ${subject}`)
  await sql`update ledger_finding set cleared_at = ${now}
    where merchant_id = ${merchantId} and cleared_at is null
      and not (invariant || ' ' || subject) = any(${subjects}::text[])`.execute(tx)
  await sql`insert into ledger_check (merchant_id, checked_at, findings)
    values (${merchantId}, ${begunAt}, ${findings.length})
    on conflict (merchant_id) do update set checked_at = excluded.checked_at, findings = excluded.findings`.execute(
    tx,
  )
  if (findings.length === 0) return []
  const { rows } = await sql<Finding>`
    insert into ledger_finding (merchant_id, id, invariant, subject, detail, found_at)
    select ${merchantId}, id, invariant, subject, detail, ${now}
    from unnest(${findings.map(newId)}::uuid[], ${findings.map((f) => f.invariant)}::text[],
      ${findings.map((f) => f.subject)}::text[], ${findings.map((f) => f.detail)}::text[])
      as found (id, invariant, subject, detail)
    on conflict do nothing
    returning invariant, subject, detail`.execute(tx)
  return rows
}
