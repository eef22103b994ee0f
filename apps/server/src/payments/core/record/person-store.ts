import { sql } from 'kysely'
import { maskFor } from '@signalbox/model/text/known-person'
import { maskText, type Mask } from '@signalbox/model/text/mask-text'
import { isUuid } from '@signalbox/model/field/validators'
import type { Tx } from '../../../kit/database.ts'

/** What a payment says of its user by which a text would name them. */
export interface PersonColumns {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly dob: string | null
  readonly mobile: string | null
  readonly accountHolder: string | null
}

/** The same of the payment `t` of a statement. */
export const personColumns = sql`t.user_first_name as first_name, t.user_last_name as last_name, t.user_birth_date::text as dob,
  t.user_phone as mobile, t.account_holder`

/** How texts about a payment read for whoever may not know whose it is. Everything written about a payment is told by it. */
export const maskOfPayment = (row: PersonColumns): Mask =>
  maskFor({
    firstName: row.firstName,
    lastName: row.lastName,
    accountHolder: row.accountHolder,
    birthDate: row.dob,
    phone: row.mobile,
  })

/** A payment, a case or a check, as other records name it. */
interface Named {
  readonly merchantId: number
  readonly entityType: string
  readonly entityId: string
}

const keyOf = ({ merchantId, entityType, entityId }: Named): string =>
  `${merchantId} ${entityType} ${entityId}`

/** The same for whatever is about one of many payments or their cases, read in one statement. */
export async function masksOf(tx: Tx, about: readonly Named[]): Promise<(named: Named) => Mask> {
  const idsOf = (type: string, isId: (text: string) => boolean) =>
    about.flatMap(({ entityType, entityId }) => (entityType === type && isId(entityId) ? [entityId] : []))
  const payments = idsOf('transaction', (id) => /^\d{1,18}$/.test(id))
  const cases = idsOf('case', isUuid)
  const checks = idsOf('kyc', isUuid)
  if (payments.length + cases.length + checks.length === 0) return () => maskText
  const merchants = [...new Set(about.map(({ merchantId }) => merchantId))]
  const inReach = sql`t.merchant_id = any(${merchants}::integer[])`
  const { rows } = await sql<PersonColumns & Named>`
    select t.merchant_id, 'transaction' as entity_type, t.id::text as entity_id, ${personColumns} from transaction t
    where ${inReach} and t.id = any(${payments}::bigint[])
    union all
    select t.merchant_id, 'case', c.id::text, ${personColumns} from investigation_case c
    join transaction t on t.merchant_id = c.merchant_id and t.id = c.tx_id
    where ${inReach} and c.id = any(${cases}::uuid[])
    union all
    select t.merchant_id, 'kyc', t.id::text, t.first_name, t.last_name, t.dob, null, null from kyc_check t
    where ${inReach} and t.id = any(${checks}::uuid[])`.execute(tx)
  const masks = new Map(rows.map((row) => [keyOf(row), maskOfPayment(row)]))
  return (named) => masks.get(keyOf(named)) ?? maskText
}
