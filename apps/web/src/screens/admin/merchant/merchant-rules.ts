import { merchantStates, merchantTransitions, type MerchantState } from '@signalbox/model/entities/merchant'
import { isTimeZone } from '@signalbox/model/text/local-time'
import { asText, isNothing } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
import type { RecordCheck } from '../../../kit/record/use-record-form.ts'

/** The state each operation leads to, and where it has to start when two lead to the same. */
const leadsTo: Readonly<Record<string, { to: MerchantState; from?: MerchantState }>> = {
  test: { to: 'TEST' },
  'go-live': { to: 'LIVE', from: 'TEST' },
  suspend: { to: 'SUSPENDED' },
  resume: { to: 'LIVE', from: 'SUSPENDED' },
  close: { to: 'CLOSED' },
}

export function operationRefusal(name: string, row: Row): string | null {
  const way = leadsTo[name]
  const state = row.state as MerchantState
  if (!way) return null
  const possible =
    merchantTransitions[state].includes(way.to) && (way.from === undefined || way.from === state)
  return possible ? null : `Not possible while ${merchantStates[state].toLowerCase()}.`
}

export const checkMerchant: RecordCheck = ({ values }): Record<string, string> =>
  isNothing(values.timeZone) || isTimeZone(asText(values.timeZone)) ? {} : { timeZone: 'Unknown time zone' }
