import type { Role } from '@signalbox/model/access/roles'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import { anotherHolds, anotherHoldsOver, lockMerchants } from './store.ts'

const platform = 1000

interface Reach {
  readonly roles: readonly Role[]
  readonly merchants: readonly number[]
}

interface Person extends Reach {
  readonly id: string
  readonly merchantId: number
  readonly state: string
}

const operates = ({ roles }: Reach): boolean => roles.includes('OPERATOR_ADMIN')

const administers = (home: number, { roles, merchants }: Reach): boolean =>
  roles.includes('MERCHANT_ADMIN') && (merchants.length === 0 || merchants.includes(home))

/**
 * Refuses to take away the last administrator of the platform, or the last one a merchant has. Two such changes at
 * the same moment wait for each other, and the second one sees what the first one did. `after` is null for somebody
 * who will be able to do nothing any more.
 */
export async function refuseLastAdmin(tx: Tx, person: Person, after: Reach | null): Promise<void> {
  if (person.state !== 'ACTIVE' && person.state !== 'LOCKED') return
  const home = person.merchantId
  const losesOperator = operates(person) && !(after && operates(after))
  const losesMerchant = administers(home, person) && !(after && administers(home, after))
  if (!losesOperator && !losesMerchant) return
  await lockMerchants(tx, [...(losesOperator ? [platform] : []), ...(losesMerchant ? [home] : [])])
  if (losesOperator && !(await anotherHolds(tx, 'OPERATOR_ADMIN', person.id))) {
    throw new Refusal('LAST_ADMIN', { message: 'The last operator admin of the platform cannot be removed.' })
  }
  if (losesMerchant && !(await anotherHoldsOver(tx, 'MERCHANT_ADMIN', home, person.id))) {
    throw new Refusal('LAST_ADMIN', { message: `The last merchant admin of ${home} cannot be removed.` })
  }
}
