import {
  bankMapping,
  bankMappingActions,
  bankMappingConditions,
} from '@signalbox/model/entities/bank-mapping'
import { fill, texts } from '@signalbox/model/text/texts'
import { isNothing } from '../../../kit/field/display-text.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import type { RecordCheck } from '../../../kit/record/use-record-form.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { FindMappingButton } from './find-mapping-button.tsx'

const FindMapping = loadable(async () => (await import('./find-mapping.tsx')).FindMapping)

/** A row without a condition would match every payout, and one without an action would do nothing. */
const check: RecordCheck = ({ values }) => {
  const none = (names: readonly string[]) => names.every((name) => isNothing(values[name]))
  return {
    ...(none(bankMappingConditions) && {
      [bankMappingConditions[0]]: fill(texts.addAtLeastOne, 'condition'),
    }),
    ...(none(bankMappingActions) && { [bankMappingActions[0]]: fill(texts.addAtLeastOne, 'action') }),
  }
}

export default resourceScreen({
  entity: bankMapping,
  purpose: 'Adds the bank details a provider needs to payouts. The first matching row applies.',
  columns: ['title', 'merchantId', 'enabled', ...bankMappingConditions, 'swift', 'bankName', 'transferType'],
  form: { check },
  around: { Tools: FindMappingButton, Overlay: FindMapping },
})
