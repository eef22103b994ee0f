import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { noSettlements, type BalanceJoins } from './psp-figures.ts'
import { handlers } from './routes.ts'

/** The books as finance reads, corrects and closes them. */
export const balanceFeature = (
  { masterKey }: Pick<Config, 'masterKey'>,
  joins: BalanceJoins = noSettlements,
): Feature => ({ name: 'balance', handlers: handlers({ box: secretBox(masterKey), joins }) })
