import { isSamePerson, peopleOf, type People } from '@signalbox/model/access/people'
import { mayAccess, ruleOf } from '@signalbox/model/access/policy'
import type { BatchAcceptance } from '@signalbox/model/calls/settlement'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { peopleFor } from '../../people/user/read-model.ts'
import { acceptFacts } from './accept-store.ts'
import type { Batch } from './batches.ts'
import { decidersOf } from './line-store.ts'
import type { SettlementDeps } from './match-batch.ts'
import { isTooMuchForOne } from './one-person.ts'

const right = 'settlements.edit'
const mostNamed = 5

interface Person {
  readonly id: string
  readonly username: string
}

/** What somebody had a part in a batch with, so that another person has to accept it. */
type OwnPart = 'IMPORTED' | 'DECIDED'

interface AcceptanceInput {
  readonly tx: Tx
  readonly deps: SettlementDeps
  readonly batch: Batch
  readonly importer: People
  /** Names of those who decided about lines. */
  readonly deciders: readonly string[]
}

async function ownPart(
  { tx, deps, batch, importer, deciders }: AcceptanceInput,
  user: Person,
): Promise<OwnPart | null> {
  if (isSamePerson(peopleOf(user), importer)) return 'IMPORTED'
  if (!isSamePerson(peopleOf(user), deciders)) return null
  return (await isTooMuchForOne({ tx, user }, deps, batch)) ? 'DECIDED' : null
}

/** Whether the reader may accept a batch once nothing in it is open, and who else may. */
export async function acceptanceOf(
  { tx, user }: Pick<Work, 'tx' | 'user'>,
  deps: SettlementDeps,
  batch: Batch,
): Promise<BatchAcceptance> {
  const { importer } = await acceptFacts(tx, batch)
  const parts = { tx, deps, batch, importer, deciders: await decidersOf(tx, batch) }
  const colleagues = await peopleFor(tx, batch.merchantId, ruleOf(right).valid ?? [])
  const others: string[] = []
  for (const colleague of colleagues) {
    if (others.length > mostNamed) break
    if (isSamePerson(peopleOf(colleague), peopleOf(user))) continue
    if ((await ownPart(parts, colleague)) === null) others.push(colleague.username)
  }
  return {
    ownPart: mayAccess(right, user) ? await ownPart(parts, user) : 'RIGHT',
    others: others.slice(0, mostNamed),
    areMore: others.length > mostNamed,
  }
}
