import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveDue } from './jobs/payment-work.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import type { Seen, Stage } from './testing/rule-cases/rule-case.ts'
import { openStage, runJobs } from './testing/rule-cases/stage.ts'

/** What follows from a fraud screening the payment did not wait for. Users named `fraud-high…` are scored 95. */

let platform: PaymentPlatform
let stage: Stage
const [declined, reviewed, reserved, paid] = [
  'fraud-high-declined',
  'fraud-high-reviewed',
  'fraud-high-reserved',
  'fraud-high-paid',
] as const

beforeAll(async () => {
  platform = await paymentPlatform()
  stage = await openStage(platform)
  const publish = await rulePublisher(platform)
  const bad = { fraudScore: { op: 'range', min: { value: 80, inclusive: true } } } as const
  const everybody = onlyFor(declined, reviewed, reserved, paid)
  await publish('fraud-provider', {
    conditions: everybody,
    outputs: { fraudProvider: 'fraud-sim', fraudAccount: 'default', mode: 'ASYNC' },
  })
  await publish(
    'fraud-score',
    { conditions: { ...onlyFor(declined, paid), ...bad }, outputs: { action: 'DECLINE' } },
    { conditions: { ...onlyFor(reviewed), ...bad }, outputs: { action: 'REVIEW' } },
  )
  await publish('fraud-provider-block', { conditions: onlyFor(reviewed), outputs: { action: 'ACCEPT' } })
  await publish('user-psp-account', { conditions: everybody, outputs: { ignoreCheckIfUsed: true } })
  await publish(
    'approval',
    { conditions: onlyFor(declined), outputs: { approvalMethod: 'MANUAL' } },
    {
      conditions: onlyFor(reviewed),
      outputs: { approvalMethod: 'AUTOMATIC', approvalAction: 'APPROVE', delay: 1, unit: 'HOUR' },
    },
  )
  await publish(
    'void-capture',
    {
      conditions: { ...onlyFor(reserved), ...bad },
      outputs: { action: 'VOID', captureMethod: 'AUTOMATIC', delay: 1, unit: 'HOUR' },
    },
    { conditions: onlyFor(reserved), outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' } },
  )
}, 90_000)
afterAll(() => platform.close())

const isUnscreened = ({ row }: Seen) => row.fraudScore === null && row.fraudDecision === null

describe('a score that comes after the answer', () => {
  it('declines a withdrawal that still waits for approval, and the merchant gets its money back', async () => {
    const seen = await stage.withdraw(declined)
    expect([isUnscreened(seen), seen.row.statusNo]).toEqual([true, 351])
    const { row } = await stage.later(seen)
    expect(row).toMatchObject({ statusNo: 571, fraudScore: 95, fraudDecision: 'REJECT' })
    expect(JSON.stringify(await stage.detail(seen, 'call'))).toContain('/cancel')
  })

  it('leaves to a person what the clock would have approved', async () => {
    const seen = await stage.withdraw(reviewed)
    expect([isUnscreened(seen), seen.row.statusNo]).toEqual([true, 353])
    const { row } = await stage.later(seen)
    expect(row).toMatchObject({ statusNo: 351, approvalDueAt: null, fraudScore: 95 })
    await approveDue(platform.app.payments.machine)
    expect((await platform.row(seen.answer)).statusNo).toBe(351)
  })

  it('has the rules about captures asked again', async () => {
    const seen = await stage.deposit(reserved, { authType: 'PRE_AUTH' })
    expect([isUnscreened(seen), seen.row.statusNo, seen.row.captureDueAt]).toEqual([true, 3, null])
    const { row } = await stage.later(seen)
    expect([row.statusNo, row.stepState.captureAction]).toEqual([4, 'VOID'])
    expect(row.captureDueAt).not.toBeNull()
  })

  it('stops nothing that was sent: the payment says that it would have been declined', async () => {
    const seen = await stage.deposit(paid)
    expect([isUnscreened(seen), seen.row.statusNo]).toEqual([true, 0])
    const { row } = await stage.later(seen)
    expect(row).toMatchObject({ statusNo: 0, fraudScore: 95 })
    expect(row.info).toContain('Fraud screening after the payment')
    const { decisions } = await stage.detail(seen, 'decision')
    expect((decisions as { agrees: boolean }[]).every(({ agrees }) => agrees)).toBe(true)
  })

  it('is asked for once', async () => {
    const seen = await stage.later(await stage.deposit(paid))
    await platform.app.payments.tasks
      .find(({ name }) => name === 'screen-payment')
      ?.run({ merchantId: seen.row.merchantId, id: seen.row.id }, {} as never)
    await runJobs(platform)
    expect((await platform.row(seen.answer)).version).toBe(seen.row.version)
  })
})
