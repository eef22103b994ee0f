import { createHash } from 'node:crypto'
import { codeFrom, randomBytesOfCode } from '@signalbox/model/store/voucher-code'
import { downloadCodes } from '@signalbox/server/finance/store/batch-codes'
import { batches, type Batch } from '@signalbox/server/finance/store/batches'
import { products } from '@signalbox/server/finance/store/products'
import { systemActor } from '@signalbox/server/kit/audit'
import type { Work } from '@signalbox/server/kit/handle'
import { perform } from '@signalbox/server/kit/unit-of-work'
import type { Machine } from '@signalbox/server/payments/core/flow/machine'
import { registerPayment } from '@signalbox/server/payments/core/flow/register-payment'
import { expireDueVouchers } from '@signalbox/server/payments/vouchers/voucher-jobs'
import { actAs } from '../act-as.ts'
import { hasProducts } from './demo-product-store.ts'

type Who = 'store' | 'store2'
type Run = <T>(who: Who, merchantId: number, body: (work: Work) => Promise<T>) => Promise<T>

interface DemoProduct {
  readonly merchantId: number
  readonly values: Readonly<Record<string, unknown>>
  readonly value: string
  readonly quantity: number
  readonly released: boolean
  readonly redeemed?: number
  readonly suspended?: boolean
  /** Valid for so long only. */
  readonly expiresInMs?: number
}

const sweden = 100010001
const finland = 100010002

/** A product for everything that can become of one. */
const demoProducts: readonly DemoProduct[] = [
  {
    merchantId: sweden,
    values: {
      sku: 'GIFT-EUR',
      name: 'Gift voucher',
      currency: 'EUR',
      faceValues: ['10.00', '25.00', '50.00', '100.00'],
    },
    value: '25.00',
    quantity: 40,
    released: true,
    redeemed: 6,
  },
  {
    merchantId: sweden,
    values: {
      sku: 'KIOSK-SEK',
      name: 'Kiosk top-up',
      kind: 'TOPUP_CARD',
      currency: 'SEK',
      minValue: '100',
      maxValue: '1000',
      stepValue: '100',
      distributorId: 'Pressbyrån',
      commissionPct: 4,
    },
    value: '200.00',
    quantity: 100,
    released: false,
  },
  {
    merchantId: sweden,
    values: {
      sku: 'SUMMER-EUR',
      name: 'Summer campaign',
      currency: 'EUR',
      faceValues: ['5.00'],
      maxPerUser: 1,
      validityDays: 90,
    },
    value: '5.00',
    quantity: 20,
    released: true,
    suspended: true,
  },
  {
    merchantId: finland,
    values: {
      sku: 'LAHJA-EUR',
      name: 'Lahjakortti',
      currency: 'EUR',
      faceValues: ['20.00'],
      countries: ['FIN'],
    },
    value: '20.00',
    quantity: 10,
    released: true,
    expiresInMs: 1_500,
  },
]

/** Codes of the demo are no secret: the guide names some of them. */
function demoBytes() {
  let no = 0
  const made: string[] = []
  const random = (): Uint8Array => {
    const bytes = createHash('sha256').update(`signalbox demo voucher ${++no}`).digest()
    const part = bytes.subarray(0, randomBytesOfCode)
    made.push(codeFrom(part))
    return part
  }
  return { random, made }
}

/** What the people of the store do, by the code that serves their calls. */
const actsOf =
  ({ deps }: Machine): Run =>
  async (who, merchantId, body) => {
    const person = await actAs(deps.kit, [], who, merchantId)
    if (!person) throw new Error(`Nobody of the demo is ${who}`)
    return person.act(body)
  }

async function redeem(
  machine: Machine,
  { merchantId }: DemoProduct,
  voucherCode: string,
  no: number,
): Promise<void> {
  const { kit } = machine.deps
  await perform(kit, systemActor, async (unit) => {
    const request = {
      merchantId,
      userId: `user_${no + 1}`,
      sessionId: `demo-store-${no}`,
      txType: 'VoucherDeposit',
      amount: { minor: 2_500n, currency: 'EUR' },
      voucherCode,
      ip: '192.0.2.10',
    }
    const registration = {
      request,
      apiSource: 'FRONT_API',
      apiClientId: null,
      initiatedBy: 'demo-client',
    } as const
    const transaction = await registerPayment(machine.deps, unit, registration)
    await machine.begin(unit, transaction, 'register', { actor: 'demo-client', later: true })
  })
}

/** Fills the store of the demo, once: what is for sale, what was sold, what was paid with, and what waits for somebody. */
export async function seedStore(machine: Machine): Promise<void> {
  const { kit, print } = machine.deps
  if (await hasProducts(kit.db)) return
  const run = actsOf(machine)
  const sold = products()
  const made = batches(sold)
  const { random, made: codes } = demoBytes()
  for (const demo of demoProducts) {
    const { merchantId, values, value, quantity, expiresInMs } = demo
    const reason = { reason: 'Campaign is over' }
    const product = await run('store', merchantId, async (work) => {
      const { id } = await sold.create(work, { ...values })
      return sold.operate(work, id, 'activate', {})
    })
    const expiresAt = expiresInMs && new Date(kit.now().getTime() + expiresInMs).toISOString()
    const batch: Batch = await run('store', merchantId, (work) =>
      made.create(work, {
        productId: product.id,
        quantity,
        faceValue: { amount: value, currency: product.currency },
        ...(expiresAt && { expiresAt }),
      }),
    )
    const first = codes.length
    const password = createHash('sha256').update(batch.id).digest('hex')
    const about = { id: batch.id, password }
    await run('store', merchantId, (work) =>
      downloadCodes({ batches: made, products: sold }, { print, random }, work, about),
    )
    if (demo.released) await run('store2', merchantId, (work) => made.operate(work, batch.id, 'release', {}))
    for (const [no, code] of codes.slice(first, first + (demo.redeemed ?? 0)).entries())
      await redeem(machine, demo, code, no)
    if (demo.suspended)
      await run('store', merchantId, (work) => sold.operate(work, product.id, 'suspend', reason))
  }
  const past = { ...kit, now: () => new Date(kit.now().getTime() + 10_000) }
  await expireDueVouchers(past)
}
