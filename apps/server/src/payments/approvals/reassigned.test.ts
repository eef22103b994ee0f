import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '../jobs/payment-work.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { onlyFor, rulePublisher } from '../testing/publish-rules.ts'
import { amount, ownIban } from '../testing/rule-cases/rule-case.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
  const publish = await rulePublisher(platform)
  await publish('psp-fallback', {
    conditions: { txStatusCode: { op: 'in', values: ['ERR_DECLINED_BANK_REFUSAL'] } },
    outputs: { pspFallback: 'manualbank', pspFallbackAccount: 'default', reassignApproval: true },
  })
  await publish('user-psp-account', { conditions: {}, outputs: { ignoreCheckIfUsed: true } })
  const byHand = { approvalMethod: 'MANUAL' }
  await publish(
    'approval',
    { conditions: onlyFor('never-twice'), outputs: { ...byHand, tags: ['FORBID_SAME_APPROVER'] } },
    { conditions: {}, outputs: byHand },
  )
}, 90_000)
afterAll(async () => {
  await platform.close()
})

const approve = async (who: string, payment: { merchantId: number; txId: number }) =>
  (await platform.as(who)).post(`/transaction/${payment.txId}/approve?merchantId=${payment.merchantId}`, {
    version: (await platform.row(payment)).version,
    info: 'Looks right',
  })

/** Approved once and refused by the first PSP: the approvers are asked again. */
async function backWithApprovers(userId: string) {
  const { body } = await platform.withdraw({ userId, iban: ownIban(userId), ...amount('666.05') })
  expect((await approve('approver1', body)).status).toBe(200)
  await sweep(platform.app.payments.machine)
  await platform.until(body, 'WAITING_APPROVAL')
  expect(await platform.row(body)).toMatchObject({ statusNo: 351, psp: 'manualbank' })
  return body
}

it('says to the approvers why it is back and where it goes next', async () => {
  const payment = await backWithApprovers('asks-why')
  const { info } = await platform.row(payment)
  expect(info).toMatch(/Do not honor.*Approve it again: it goes to Manual bank now/)
  const { rows } = await sql<{ type: string; summary: string }>`select type, summary from tx_event
    where tx_id = ${payment.txId} and type = 'APPROVAL' order by at, seq`.execute(platform.db)
  expect(rows.map(({ summary }) => summary)).toEqual([
    'One person must approve it',
    'Approved by approver1',
    expect.stringMatching(/Do not honor.*Approve it again.*Earlier approvals no longer count/),
    'One person must approve it',
  ])
})

it('whoever approved the first try may approve the second', async () => {
  const payment = await backWithApprovers('twice-is-fine')
  expect((await approve('approver1', payment)).status).toBe(200)
})

it('the second approval sends it to the PSP of the fallback, not back to the one that refused', async () => {
  const payment = await backWithApprovers('not-back')
  const refusedBy = (await platform.row(payment)).initiatedPsp
  expect((await approve('approver1', payment)).status).toBe(200)
  await sweep(platform.app.payments.machine)
  const after = await platform.row(payment)
  expect(after).toMatchObject({ psp: 'manualbank', pspAccount: 'default', initiatedPsp: refusedBy })
  expect(after.stepState.tried).toEqual([expect.stringMatching(`^${refusedBy}/`), 'manualbank/default'])
})

it('unless the rule lets nobody approve twice', async () => {
  const payment = await backWithApprovers('never-twice')
  const refused = await approve('approver1', payment)
  expect([refused.status, refused.body.code]).toEqual([403, 'FOUR_EYES'])
  expect((await approve('approver3', payment)).status).toBe(200)
})
