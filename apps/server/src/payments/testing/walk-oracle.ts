import { sql } from 'kysely'
import type { Money } from '@signalbox/model/money/money'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Database } from '../../kit/database.ts'
import { statusIn } from '../../kit/status-sql.ts'
import { describeWalk, merchantId, stateOf, type Walker } from './walk.ts'

/** What can be seen of a payment in the database, apart from how it got there. */
interface Seen {
  readonly id: number
  readonly statusNo: number
  readonly nextStep: string | null
  readonly receivable: number
  readonly hasCase: boolean
  readonly wasReopened: boolean
}

async function see(db: Database, ids: readonly number[]): Promise<Map<number, Seen>> {
  const { rows } = await sql<Seen>`select t.id, t.status_no, t.next_step,
      (select coalesce(sum(p.debit - p.credit), 0)::integer from journal_entry e
        join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
        where e.merchant_id = t.merchant_id and e.source_type = 'TRANSACTION' and e.source_id = t.id::text
          and p.account like 'PSP\\_RECEIVABLE:%') as receivable,
      exists (select 1 from investigation_case c where c.merchant_id = t.merchant_id and c.tx_id = t.id
        and c.type = 'INCONSISTENT' and c.state <> 'RESOLVED') as has_case,
      exists (select 1 from tx_event v where v.merchant_id = t.merchant_id and v.tx_id = t.id and ${statusIn('v.to_no', StatusNo.ERR_UNKNOWN_CALLBACK)})
        as was_reopened
    from transaction t where t.merchant_id = ${merchantId} and t.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What the other sides would swear to. */
export interface OtherBooks {
  readonly moved: ReadonlyMap<string, Money>
  readonly told: ReadonlyMap<number, readonly string[]>
}

function wrongWith(walker: Walker, seen: Seen | undefined, { moved, told }: OtherBooks): string[] {
  if (walker.txId === 0 || !seen) return [`was never sent to a PSP ${walker.failures.join('; ')}`]
  const state = stateOf(seen.statusNo)
  const minor = Number(moved.get(txRefId(merchantId, seen.id))?.minor ?? 0n)
  const owed = walker.walk.kind === 'DEPOSIT' ? minor : -minor
  const heard = (told.get(seen.id) ?? []).filter((what) => what !== 'authorize')
  const wrong: string[] = []
  if (seen.nextStep !== null) wrong.push(`the step ${seen.nextStep} is still to come`)
  if (seen.receivable !== owed) wrong.push(`the PSP says ${owed}, our books ${seen.receivable}`)
  if (walker.failures.length > 0) wrong.push(`failed: ${walker.failures.join('; ')}`)
  if (walker.refusedOffers.length > 0) wrong.push(`offered and refused: ${walker.refusedOffers.join('; ')}`)
  if (state === 'SUCCESSFUL') {
    if (heard.at(-1) !== 'transfer' && walker.walk.merchant === 'accepts')
      wrong.push('the merchant was not told of the success')
    if (heard.includes('cancel') && !seen.wasReopened) wrong.push('the merchant was told of a failure first')
  } else if (state === 'FAILED' || state === 'CANCELLED') {
    if (heard.includes('transfer')) wrong.push('the merchant was told of a success')
    if (!heard.includes('cancel') && walker.walk.merchant === 'accepts')
      wrong.push('the merchant was not told of the failure')
  } else if (state === 'INCONSISTENT') {
    if (!seen.hasCase) wrong.push('nobody was asked to look')
    if (
      seen.statusNo !== StatusNo.ERR_INCONSISTENT_TRANSACTION &&
      seen.statusNo !== StatusNo.ERR_UNKNOWN_CALLBACK
    )
      wrong.push('the PSP has said how it ended')
  } else wrong.push('is not over')
  return wrong.map((what) => `${seen.statusNo} ${what}`)
}

/** Everything that does not hold once the walks are over and nobody has anything to do any more. */
export async function judgeWalks(
  db: Database,
  walkers: readonly Walker[],
  books: OtherBooks,
): Promise<string[]> {
  const seen = await see(
    db,
    walkers.map(({ txId }) => txId),
  )
  return walkers.flatMap((walker) =>
    wrongWith(walker, seen.get(walker.txId), books).map((what) => `${describeWalk(walker.walk)} → ${what}`),
  )
}

/** Those somebody still has to decide about. */
export async function undecided(db: Database, walkers: readonly Walker[]): Promise<Walker[]> {
  const seen = await see(
    db,
    walkers.map(({ txId }) => txId),
  )
  return walkers.filter(
    ({ txId }) => stateOf(seen.get(txId)?.statusNo ?? StatusNo.SUCCESS) === 'INCONSISTENT',
  )
}
