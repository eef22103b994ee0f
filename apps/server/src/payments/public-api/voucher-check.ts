import * as z from 'zod/mini'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { ownStore } from '../connectors/own-store.ts'
import { readPspAccount } from '../core/flow/settings.ts'
import { voucherAnswerExample, voucherExample } from './examples.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

const bodySchema = z.strictObject({
  merchantId: z.int().check(z.gte(1), z.lte(999_999_999)),
  voucherCode: z.string().check(z.minLength(4), z.maxLength(50)),
  userId: z
    .optional(z.string().check(z.minLength(1), z.maxLength(50)))
    .check(z.describe('Who typed the code: 5 wrong codes an hour, here and in payments together')),
  ip: z
    .optional(z.union([z.ipv4(), z.ipv6()]))
    .check(
      z.describe(
        'Address of whoever typed the code: 20 wrong codes an hour from one address. Never that of your own server',
      ),
    ),
})
type VoucherBody = z.infer<typeof bodySchema>

const store = { psp: ownStore, account: 'default' } as const

/** Whether a voucher could be redeemed now. It is not redeemed, and nobody else is kept from redeeming it. */
export function voucherCheckCall(
  machine: MachineDeps,
  requireMerchant: (work: PublicWork, merchantId: number) => Promise<void>,
): PublicCall {
  const check = async (work: PublicWork<unknown, unknown, VoucherBody>) => {
    const { merchantId, voucherCode, userId, ip } = work.body
    await requireMerchant(work as PublicWork, merchantId)
    const account = await readPspAccount(machine.kit.db, machine, merchantId, store.psp, store.account)
    const connector = account && machine.services.connectorFor(account.connector)
    if (!account || !connector?.checkVoucher)
      throw invalid({ field: 'merchantId', code: 'NOT_CONFIGURED', message: 'Vouchers are not configured' })
    const askedBy = { clientId: work.caller.id, ...(userId && { userId }), ...(ip && { ip }) }
    const { valid, reason } = await connector.checkVoucher(account, {
      merchantId,
      code: voucherCode,
      askedBy,
    })
    if (valid === undefined) throw new Refusal('UNAVAILABLE', { message: 'The store gave no answer.' })
    return { valid, reason }
  }
  return publicCall({
    method: 'POST',
    path: '/vouchers/redeem-check',
    summary: 'Checks a voucher without redeeming it',
    scope: 'vouchers:redeem',
    body: bodySchema,
    answer: {
      status: 200,
      schema: z.object({ valid: z.boolean(), reason: z.nullable(z.string()) }),
    },
    example: { body: voucherExample, answer: voucherAnswerExample },
    run: check,
  })
}
