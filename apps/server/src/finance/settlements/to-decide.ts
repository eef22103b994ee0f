import { isSamePerson, peopleOf, type People } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import { counted } from '@signalbox/model/text/counted'
import type { WorkSource } from '../../kit/work-source.ts'
import { haveBothRoles } from './second-roles.ts'
import { waitingBatches } from './waiting-store.ts'

type Waiting = Awaited<ReturnType<typeof waitingBatches>>[number]

interface Reader {
  readonly people: People
  readonly roles: readonly string[]
}

const isOther = (people: People, former: readonly string[]): boolean => !isSamePerson(people, former)

/** What this person can do next about a batch, in words; nothing where somebody else has to. */
function nextStep(batch: Waiting, { people, roles }: Reader): string | undefined {
  if (batch.isAccepted)
    return isOther(people, batch.unacceptPeople) && haveBothRoles(batch.unacceptRoles, roles)
      ? 'Undoing the acceptance needs a second person'
      : undefined
  if (batch.writeOffs.some((asked) => isOther(people, asked))) return 'A write-off needs a second person'
  const undecided = batch.openCount - batch.writeOffs.length
  if (undecided > 0) return `${counted(undecided, 'line')} to decide`
  if (batch.writeOffs.length === 0 && isOther(people, batch.importer))
    return `Ready to accept, imported by ${batch.importedBy}`
  return undefined
}

/** Settlement batches that wait for this person. */
export const settlementsToDecide: WorkSource = async ({ tx, user, merchants }) => {
  if (!mayAccess('settlements.edit', user)) return []
  const reader = { people: peopleOf(user), roles: user.roles }
  const waiting = await waitingBatches(tx, merchants)
  return waiting.flatMap((batch) => {
    const step = nextStep(batch, reader)
    if (step === undefined) return []
    const { id, merchantId, psp, batchRef, payoutDate, updatedAt } = batch
    return [
      {
        id,
        record: id,
        part: null,
        merchantId,
        title: `Settlement ${batchRef} of ${psp}`,
        detail: `${step}. Paid out ${payoutDate}`,
        since: updatedAt,
        dueAt: null,
        urgent: false,
      },
    ]
  })
}
