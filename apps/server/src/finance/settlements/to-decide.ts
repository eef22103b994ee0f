import { isSamePerson, peopleOf, type People } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import { counted } from '@signalbox/model/text/counted'
import type { Tx } from '../../kit/database.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import type { WaitingItem, WorkSource } from '../../kit/work-source.ts'
import type { SettlementDeps } from './match-batch.ts'
import { isTooMuchForOne } from './one-person.ts'
import { haveBothRoles } from './second-roles.ts'
import { waitingBatches } from './waiting-store.ts'

type Waiting = Awaited<ReturnType<typeof waitingBatches>>[number]

interface Reader {
  readonly people: People
  readonly roles: readonly string[]
  /** What they decided in a batch is too much to accept it as well. */
  readonly isTooMuch: (batch: Waiting) => Promise<boolean>
}

const isOther = (people: People, former: readonly string[]): boolean => !isSamePerson(people, former)

/** What this person can do next about a batch, in words; nothing where somebody else has to. */
async function nextStep(batch: Waiting, { people, roles, isTooMuch }: Reader): Promise<string | undefined> {
  if (batch.isAccepted)
    return isOther(people, batch.unacceptPeople) && haveBothRoles(batch.unacceptRoles, roles)
      ? 'Undoing the acceptance needs a second person'
      : undefined
  if (batch.writeOffs.some((asked) => isOther(people, asked))) return 'A write-off needs a second person'
  const undecided = batch.openCount - batch.writeOffs.length
  if (undecided > 0) return `${counted(undecided, 'line')} to decide`
  if (batch.writeOffs.length > 0 || !isOther(people, batch.importer) || (await isTooMuch(batch)))
    return undefined
  return `Ready to accept, imported by ${batch.importedBy}`
}

const readerOf = (tx: Tx, user: SessionUser, deps: SettlementDeps): Reader => ({
  people: peopleOf(user),
  roles: user.roles,
  isTooMuch: async (batch) => batch.isDecider && (await isTooMuchForOne({ tx, user }, deps, batch)),
})

/** Settlement batches that wait for this person. */
export const settlementsToDecide =
  (deps: SettlementDeps): WorkSource =>
  async ({ tx, user, merchants }) => {
    if (!mayAccess('settlements.edit', user)) return []
    const reader = readerOf(tx, user, deps)
    const items: WaitingItem[] = []
    for (const batch of await waitingBatches(tx, merchants, reader.people)) {
      const step = await nextStep(batch, reader)
      if (step === undefined) continue
      const { id, merchantId, psp, batchRef, payoutDate, updatedAt } = batch
      items.push({
        id,
        record: id,
        part: null,
        merchantId,
        title: `Settlement ${batchRef} of ${psp}`,
        detail: `${step}. Paid out ${payoutDate}`,
        since: updatedAt,
        dueAt: null,
        urgent: false,
      })
    }
    return items
  }
