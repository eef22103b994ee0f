import { sql } from 'kysely'
import type { Violation } from '../oracle.ts'
import type { Rig } from '../round.ts'
import { sandboxClient } from '../sandbox-client.ts'

const mostStories = 3

/** Everything both sides know of payments whose books differ: when the run is over their databases are gone. */
export async function storiesOf(
  { db, sandboxUrl }: Rig,
  violations: readonly Violation[],
): Promise<string[]> {
  const references = violations
    .filter(({ rule }) => rule === 'both books agree')
    .map(({ subject }) => subject.split(' ')[0] ?? '')
  const lines: string[] = []
  for (const reference of new Set(references.slice(0, mostStories))) {
    const txId = Number(reference.split('A')[1])
    const { rows: family } = await sql<Readonly<Record<string, unknown>>>`
      select id, tx_type, status_no, psp, psp_amount_minor, created_at, next_step from transaction
      where id = ${txId} or origin_tx_id = ${txId} order by id`.execute(db)
    const { rows: heard } = await sql<Readonly<Record<string, unknown>>>`
      select received_at, dedupe_key, outcome, note, reading->>'subject' as subject, reading->'amount' as amount
      from callback where tx_id in (select id from transaction where id = ${txId} or origin_tx_id = ${txId})
      order by received_at`.execute(db)
    const moved = await sandboxClient(sandboxUrl).book(reference)
    lines.push(
      reference,
      ...family.map((row) => `  ours ${JSON.stringify(row)}`),
      ...heard.map((row) => `  heard ${JSON.stringify(row)}`),
      ...moved.map((line) => `  theirs ${JSON.stringify(line)}`),
    )
  }
  return lines
}
