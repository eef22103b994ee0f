import { rolePreset } from '@signalbox/model/entities/role-preset'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import type { Handler, Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { refuseUngrantable, requireSecondFactor } from './grant-rules.ts'
import { countWithPreset, presetExists } from './preset-store.ts'

type Input = Record<string, unknown>

const rolesIn = (input: Input, otherwise: readonly Role[] = []): readonly Role[] =>
  (input.roles as Role[] | undefined) ?? otherwise
const actionsIn = (input: Input, otherwise: readonly string[] = []): readonly string[] =>
  (input.requiredActions as string[] | undefined) ?? otherwise

/**
 * Whoever uses a preset hands out what somebody else put into it, so it takes the same right to put a role into one.
 * Those who have a preset carry its name; while there are any, some preset of that name stays.
 */
const presets: Resource<typeof rolePreset> = new Resource(rolePreset, {
  beforeCreate: async (work, input) => {
    refuseUngrantable(work.user.roles, [], rolesIn(input))
    requireSecondFactor(actionsIn(input))
    return Promise.resolve(input)
  },
  beforeUpdate: async (work, input, current) => {
    refuseUngrantable(work.user.roles, current.roles, rolesIn(input, current.roles))
    requireSecondFactor(actionsIn(input, current.requiredActions))
    return Promise.resolve(input)
  },
  beforeRemove: async (work, current) => {
    refuseUngrantable(work.user.roles, current.roles, [])
    if (await presets.store(work).inheritedTwin(current)) return
    const holders = await countWithPreset(work.tx, current.merchantId, current.name)
    if (holders === 0) return
    const who = holders === 1 ? 'One user has' : `${holders} users have`
    throw new Refusal('IN_USE', { message: `${who} this preset.` })
  },
})

/** A person can only be given a preset their home merchant has, its own or an inherited one. */
export async function refuseUnknownPreset(work: Work, merchantId: number, name: unknown): Promise<void> {
  if (typeof name !== 'string' || name === '' || (await presetExists(work.tx, merchantId, name))) return
  throw invalid({ field: 'preset', code: 'UNKNOWN', message: `There is no preset ${name}` })
}

export const presetHandlers = (): Handler[] => resourceHandlers(presets)
