import { platformInputs } from '@signalbox/model/cashier/resolve-inputs'
import { paymentMethodInput } from '@signalbox/model/entities/payment-method-input'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { seedOnce } from '../../kit/seed-once.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'

/** The fields every kind of payment has by itself. */
export const seedDefaultInputs = (deps: KitDeps): Promise<number> =>
  seedOnce(deps, {
    entity: paymentMethodInput,
    setting: 'seeded inputs',
    action: 'SEED_INPUTS',
    records: transactionTypes.flatMap(({ name: txType }) =>
      platformInputs(txType).map((input) => ({ name: `${txType}/${input.key}`, values: { ...input } })),
    ),
  })
