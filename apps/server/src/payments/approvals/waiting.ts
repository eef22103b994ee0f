import { bandOf } from '@signalbox/model/payments/amount-band'
import { readClock, type ApprovalClock } from '@signalbox/model/payments/approval-clock'
import {
  decisionNames,
  obstacleTo,
  type ApprovalSubject,
  type Approver,
  type DecisionName,
} from '@signalbox/model/payments/approval-rules'
import { peopleOf } from '@signalbox/model/access/people'
import { beganBy } from '../core/record/began-by.ts'
import type { MerchantConfig } from '../../setup/config/read-model.ts'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import type { ListDeps, ListWork } from '../transactions/read-model.ts'
import type { QueueHead } from './queue-store.ts'

/** What speaks against a payment is looked for in everything the person reaches. */
export type EvidenceWork = ListWork & Pick<Work, 'inScope'>

/** What the queue needs from other features. */
export interface ApprovalDeps extends ListDeps {
  readonly merchantConfig: (tx: Tx, merchantId: number) => Promise<MerchantConfig>
}

/** A payment of the queue with its clock and with what this person can do to it. */
export interface Waiting extends QueueHead {
  readonly clock: ApprovalClock
  readonly allowed: DecisionName[]
  readonly obstacles: Readonly<Partial<Record<DecisionName, string>>>
}

const minuteMs = 60_000

const approverOf = ({ user }: Pick<ListWork, 'user'>): Approver => ({
  people: peopleOf(user),
  roles: user.roles,
})

function possibilities(
  head: QueueHead & Pick<ApprovalSubject, 'beganBy'>,
  approver: Approver,
  now: Date,
): Pick<Waiting, 'allowed' | 'obstacles'> {
  const found = decisionNames.map((name) => [name, obstacleTo(name, head, approver, now)?.message] as const)
  return {
    allowed: found.flatMap(([name, why]) => (why === undefined ? [name] : [])),
    obstacles: Object.fromEntries(found.filter(([, why]) => why !== undefined)),
  }
}

/** How long people may take, by the merchant whose payment it is. */
async function targets(
  tx: Tx,
  { merchantConfig }: ApprovalDeps,
  heads: readonly QueueHead[],
): Promise<ReadonlyMap<number, number>> {
  const merchants = [...new Set(heads.map(({ merchantId }) => merchantId))]
  const minutes = await Promise.all(
    merchants.map(async (id) => (await merchantConfig(tx, id)).approval.decideWithinMinutes),
  )
  return new Map(merchants.map((id, index) => [id, (minutes[index] ?? 0) * minuteMs]))
}

export async function waitingOf(
  work: ListWork,
  deps: ApprovalDeps,
  heads: readonly QueueHead[],
): Promise<Waiting[]> {
  const approver = approverOf(work)
  const targetOf = await targets(work.tx, deps, heads)
  const beganByOf = await beganBy(work.tx, heads)
  return heads.map((head) => ({
    ...head,
    clock: readClock(head, targetOf.get(head.merchantId) ?? 0, work.now),
    ...possibilities({ ...head, beganBy: beganByOf(head) }, approver, work.now),
  }))
}

/** What a payment is worth to the merchant; without a rate nobody knows, and it counts as the smallest. */
export const bandOfHead = ({ amountBaseMinor, baseCurrency }: QueueHead) =>
  bandOf(BigInt(amountBaseMinor ?? 0), baseCurrency)
