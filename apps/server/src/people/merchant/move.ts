import type { merchant } from '@signalbox/model/entities/merchant'
import type { RecordOf } from '@signalbox/model/field/entity'
import { allPeople, type People } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { secondPersonRoles } from '@signalbox/model/access/roles'
import type { GrantRules } from '../../kit/grant-rules.ts'
import type { Work } from '../../kit/handle.ts'
import type { Resource } from '../../kit/resource.ts'
import { asksForSecondPerson, isWhereTwoAreAsked } from '../settings/read-model.ts'
import { peopleFor } from '../user/read-model.ts'
import { lockNode, movePaths, pathOf, type TreeNode } from './store.ts'

type Merchant = RecordOf<typeof merchant>
type Merchants = Resource<typeof merchant>
type Input = Record<string, unknown>

const operation = 'move'
const moveAccess = 'merchant.operate'
const parentIn = (later: Input): number => Number(later.parentId)

async function nodesOf(work: Work, id: string, parentId: number): Promise<[TreeNode, TreeNode]> {
  if (!work.inScope.some((each) => each.id === parentId)) throw new Refusal('NOT_FOUND')
  const [node, parent] = [await lockNode(work.tx, Number(id)), await lockNode(work.tx, parentId)]
  if (!node || !parent) throw new Refusal('NOT_FOUND')
  if (parent.path.startsWith(node.path)) {
    throw invalid({ field: 'parentId', code: 'CYCLE', message: 'A merchant cannot be its own parent' })
  }
  return [node, parent]
}

async function makeMove(
  merchants: Merchants,
  work: Work,
  current: Merchant,
  parentId: number,
): Promise<Merchant> {
  const [node, parent] = await nodesOf(work, current.id, parentId)
  await movePaths(work.tx, node, parent)
  const moved = await merchants.store(work).update(current.id, current.version, {
    parentId,
    updatedAt: work.now,
    updatedBy: work.user.username,
  })
  const { note } = work.body as { note?: string }
  await merchants.noteChange(work, 'UPDATE', current, moved, 'MOVE', note)
  return moved
}

/** Who may be a second person at a merchant. */
const powerful = async (work: Pick<Work, 'tx'>, merchantId: number): Promise<People> =>
  allPeople(
    ...(await peopleFor(work.tx, merchantId, secondPersonRoles)).flatMap(({ id, username }) => [
      id,
      username,
    ]),
  )

/** Where a merchant hangs says whose approvers have power over it, so moving it is granting that power. */
export const moveGrants = (production: boolean, merchants: () => Merchants): GrantRules<Merchant> => ({
  isAsked: async (work, current, { parentId }) =>
    (await asksForSecondPerson(work.tx, production, [Number(current?.id)])) ||
    (await isWhereTwoAreAsked(work.tx, production, Number(parentId))),
  basis: async (work, { path }, later) => ({ path, below: await pathOf(work.tx, parentIn(later)) }),
  othersAccess: moveAccess,
  others: {
    [operation]: async (work, current, later) => {
      work.require(moveAccess)
      await makeMove(merchants(), work, current, parentIn(later))
    },
  },
  beneficiaries: async (work, current, later) => {
    const before = await powerful(work, Number(current.id))
    return (await powerful(work, parentIn(later))).filter((name) => !before.includes(name))
  },
})

interface MoveBody {
  readonly parentId: number
  readonly version: number
  readonly note: string
}

export async function move(
  merchants: Merchants,
  work: Work,
  id: string,
  { parentId, version, note }: MoveBody,
) {
  const current = await merchants.store(work).lock(id)
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current })
  if (!work.scope.effective.includes(parentId)) throw new Refusal('NOT_FOUND')
  const [, parent] = await nodesOf(work, id, parentId)
  const later = { parentId }
  const waits = (await merchants.hooks.grants?.isAsked(work, current, later)) === true
  if (waits) {
    const from = current.parentId === null ? 'nothing' : String(current.parentId)
    const summary = `Move from below ${from} to below ${parent.name} (${parentId})`
    await merchants.ask(work, current, { later, summary }, note, operation)
  }
  const left = waits ? current : await makeMove(merchants, work, current, parentId)
  return { id, path: left.path, level: left.level, version: left.version, waits }
}
