import { raiseAlert } from '../../../setup/alert/read-model.ts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import type { Effect } from './effect.ts'

type RateNeeded = Extract<Effect, { kind: 'rateNeeded' }>

/** One alert per pair of currencies, however many payments need it. */
export const tellOfRate = (
  unit: UnitOfWork,
  merchantId: number,
  { from, to, isOld = false }: RateNeeded,
): Promise<void> =>
  raiseAlert(unit, {
    merchantId,
    source: 'SETTINGS',
    key: `rate ${from} ${to}`,
    severity: 'WARNING',
    title: isOld ? `Old exchange rate: ${from} to ${to}` : `No exchange rate: ${from} to ${to}`,
    body: 'Payments that need this rate are declined or converted at an old rate. Import rates, or set one by hand.',
  })
