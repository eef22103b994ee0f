import type { Cell } from '@signalbox/model/rules/cell'
import type { Rule } from '@signalbox/model/rules/rule'
import type { StoredWindow } from './store.ts'

const oneOf = (value: string): Cell => ({ op: 'in', values: [value] })

function conditionsOf(window: StoredWindow): Rule['conditions'] {
  const { providerType, psp, service, method, startAt, endAt, excludedUserIds } = window
  return {
    ...(providerType !== null && { providerType: oneOf(providerType) }),
    ...(psp !== null && { psp: oneOf(psp) }),
    ...(service !== null && { service: oneOf(service) }),
    ...(method !== 'BOTH' && { method: oneOf(method) }),
    validPeriod: {
      op: 'range',
      min: { value: startAt, inclusive: true },
      ...(endAt !== null && { max: { value: endAt, inclusive: false } }),
    },
    ...(excludedUserIds.length > 0 && { excludedUserIds: { op: 'notIn', values: excludedUserIds } }),
  }
}

/** A window as a row of the decision table. The row has the window's id, so that whoever it stops can say which. */
export const ruleOf = (window: StoredWindow, index: number): Rule => ({
  id: window.id,
  no: index + 1,
  name: window.title,
  note: '',
  enabled: true,
  conditions: conditionsOf(window),
  outputs: {
    type: window.kind,
    ...(window.kind === 'HALF_OPEN' && {
      probeEvery: window.probeEvery ?? 1,
      unit: window.probeUnit ?? 'MINUTE',
    }),
    ...(window.messageKey !== null && { messageKey: window.messageKey }),
  },
})
