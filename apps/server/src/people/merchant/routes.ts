import { seenText } from '@signalbox/model/text/seen-text'
import { merchantCalls } from '@signalbox/model/calls/resources'
import {
  merchant,
  merchantStates,
  merchantTransitions,
  type MerchantState,
} from '@signalbox/model/entities/merchant'
import type { RecordOf } from '@signalbox/model/field/entity'
import { isTimeZone } from '@signalbox/model/text/local-time'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Config } from '../../config.ts'
import type { GrantRules } from '../../kit/grant-rules.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource, type OperationHook, type ResourceHooks } from '../../kit/resource.ts'
import { checklistOf } from './checklist.ts'
import { isCidr } from './cidr.ts'
import { move, moveGrants } from './move.ts'
import { hasPayments, lockNode, nextChildId } from './store.ts'

type Merchant = RecordOf<typeof merchant>
type Values = Record<string, unknown>

function checkValues(values: Values): void {
  const { timeZone, allowedIps } = values
  if (typeof timeZone === 'string' && !isTimeZone(timeZone)) {
    throw invalid({ field: 'timeZone', code: 'TIME_ZONE', message: 'Unknown time zone' })
  }
  const wrong = (Array.isArray(allowedIps) ? allowedIps.map(String) : []).find((range) => !isCidr(range))
  if (wrong !== undefined) {
    throw invalid({ field: 'allowedIps', code: 'CIDR', message: `${wrong} is not an address range` })
  }
}

const moveTo = (state: MerchantState): OperationHook<Merchant> => ({
  run: async (_work, current) => {
    if (!merchantTransitions[current.state].includes(state)) {
      throw new Refusal('INVALID_STATE', {
        message: `${current.name} cannot change from ${merchantStates[current.state].toLowerCase()} to ${merchantStates[state].toLowerCase()}.`,
      })
    }
    return Promise.resolve({ state })
  },
})

/** With something missing it takes a word from whoever decides it, which then stands in the log. */
const goLive: OperationHook<Merchant> = {
  action: 'GO_LIVE',
  run: async (work, current, params) => {
    const change = await moveTo('LIVE').run(work, current, params)
    const missing = (await checklistOf(work.tx, Number(current.id))).filter(({ ok }) => !ok)
    if (missing.length > 0 && !seenText(params.reason ?? ''))
      throw new Refusal('INVALID_STATE', {
        message: `Not complete: ${missing.map(({ label }) => label).join('; ')}. Enter a reason to go live anyway.`,
        refs: missing.map(({ key }) => key),
      })
    return change
  },
}

const merchantHooks = (grants: GrantRules<Merchant>): ResourceHooks<Merchant> => ({
  grants,
  beforeCreate: async (work, input) => {
    checkValues(input)
    const parentId = typeof input.parentId === 'number' ? input.parentId : work.scope.selected
    if (!work.scope.effective.includes(parentId)) throw new Refusal('NOT_FOUND')
    const parent = await lockNode(work.tx, parentId)
    if (!parent) throw new Refusal('NOT_FOUND')
    const id = await nextChildId(work.tx, parent)
    return {
      ...input,
      id,
      parentId,
      path: `${parent.path}${id}/`,
      level: parent.level + 1,
      state: 'ONBOARDING',
    }
  },
  beforeUpdate: async (work, input, current) => {
    checkValues(input)
    const { baseCurrency = current.baseCurrency } = input as Partial<Merchant>
    if (baseCurrency !== current.baseCurrency && (await hasPayments(work.tx, Number(current.id))))
      throw invalid({
        field: 'baseCurrency',
        code: 'LOCKED',
        message: `Locked: this merchant has payments whose amounts are kept in ${current.baseCurrency}`,
      })
    if ('parentId' in input && input.parentId !== current.parentId) {
      throw invalid({
        field: 'parentId',
        code: 'MOVE',
        message: 'Use Move to change the parent of a merchant',
      })
    }
    return input
  },
  beforeRemove: async () =>
    Promise.reject(new Refusal('INVALID_STATE', { message: 'Merchants are closed, never deleted.' })),
  operations: {
    test: moveTo('TEST'),
    'go-live': goLive,
    suspend: moveTo('SUSPENDED'),
    resume: moveTo('LIVE'),
    close: moveTo('CLOSED'),
  },
})

export function handlers({ environment }: Pick<Config, 'environment'>): Handler[] {
  const grants = moveGrants(environment === 'production', () => merchants)
  const merchants = new Resource(merchant, merchantHooks(grants))
  return [
    ...resourceHandlers(merchants),
    handle(merchantCalls.checklist, async (work) => {
      const { id } = await merchants.store(work as Work).get(work.params.id)
      return { items: await checklistOf(work.tx, Number(id)) }
    }),
    handle(merchantCalls.move, (work) => move(merchants, work as Work, work.params.id, work.body)),
  ]
}
