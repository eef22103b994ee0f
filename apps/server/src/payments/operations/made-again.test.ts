import { sql } from 'kysely'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runPaymentJobs } from '../testing/run-payment-jobs.ts'
import { paymentTasks, reprocessTask } from './payment-tasks.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from '../testing/scripted-platform.ts'
import { ibanOf } from '../testing/walk-accounts.ts'
import { behaviourOf, type PspBehaviourName } from '../testing/walk-psp.ts'

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform()
})
afterAll(() => platform.close())

const runJobs = () => runPaymentJobs(platform)
const pspIs = (name: PspBehaviourName) =>
  platform.services.answer(({ amount }) => behaviourOf(name).submitted(amount))

let accounts = 0
/** A payout of an account that has worked before, left to a PSP that behaves like this. */
async function payoutAt(name: PspBehaviourName): Promise<number> {
  pspIs(name)
  const id = await platform.pay({ iban: ibanOf(++accounts) }, 'withdrawals')
  await platform.carryOut(id, 'approve')
  const { accountId } = await platform.row(id)
  await sql`update user_psp_account set status = 'ACTIVE' where id = ${accountId}`.execute(platform.db)
  return id
}
async function sayItFailed(id: number): Promise<void> {
  await platform.carryOut(id, 'force-failed')
  expect((await platform.row(id)).statusNo).toBe(506)
}
async function makeAgain(id: number): Promise<number> {
  pspIs('approves')
  await platform.carryOut(id, 'reprocess')
  await runJobs()
  return (await platform.children(id)).length
}
const newestNote = async (id: number) => {
  const { rows } = await sql<{ summary: string }>`select summary from tx_event
    where tx_id = ${id} and type = 'FORCE' order by seq desc limit 1`.execute(platform.db)
  return rows[0]?.summary
}

it('a payout that somebody says has failed is not made again while the PSP is at work on it', async () => {
  const id = await payoutAt('approvesLater')
  await sayItFailed(id)
  expect(await makeAgain(id)).toBe(0)
  expect(await newestNote(id)).toContain('does not say that it failed (pending)')
})

it('nor where the PSP has paid it, which becomes a case', async () => {
  const id = await payoutAt('approvesInSilence')
  await sayItFailed(id)
  expect(await makeAgain(id)).toBe(0)
  expect((await platform.cases(id)).map(({ type, state }) => [type, state])).toContainEqual([
    'INCONSISTENT',
    'OPEN',
  ])
})

it.each(['hearsNothing', 'declinesInSilence'] as const)(
  'is made again where the PSP says so too: %s',
  async (name) => {
    const id = await payoutAt(name)
    await sayItFailed(id)
    expect(await makeAgain(id)).toBe(1)
  },
)

it('and where the PSP changes its mind', async () => {
  const id = await payoutAt('declinesLater')
  await sayItFailed(id)
  expect(await makeAgain(id)).toBe(0)
  const amount = { minor: 1000n, currency: 'EUR' }
  const decision = behaviourOf('declinesLater').decides?.(amount)
  if (decision) platform.services.decide(txRefId(merchantId, id), decision)
  expect(await makeAgain(id)).toBe(1)
})

const newestOf = async (id: number) => (await platform.children(id)).at(-1)?.id ?? 0
const offersAgain = async (id: number) => (await platform.offers(id)).includes('reprocess')
const listedAgain = async (id: number) => {
  const { body } = await platform.staff.get(`/transaction?merchantId=${merchantId}&id=${id}`)
  return (body.items[0].allowedOps as string[]).includes('reprocess')
}

it('is made again three times at most, together with all that came of it', async () => {
  pspIs('approves')
  const userId = 'again_and_again'
  await platform.pay({ userId })
  pspIs('declines')
  const id = await platform.pay({ userId })
  const again = async (of: number) => {
    await platform.carryOut(of, 'reprocess')
    await runJobs()
    const made = await newestOf(of)
    expect(stateOfNumber((await platform.row(made)).statusNo)).toBe('FAILED')
    return made
  }
  const child = await again(id)
  const grandchild = await again(child)
  const sibling = await again(id)
  for (const each of [id, child, grandchild, sibling]) {
    expect([each, await offersAgain(each), await listedAgain(each)]).toEqual([each, false, false])
    const refused = await platform.operate(each, 'reprocess')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The payment was reprocessed 3 times already.',
    ])
  }
})

it('is made again once, however often somebody asks or the job runs', async () => {
  const id = await payoutAt('hearsNothing')
  await sayItFailed(id)
  pspIs('approves')
  await platform.carryOut(id, 'reprocess')
  await platform.carryOut(id, 'reprocess')
  await runJobs()
  expect(await platform.children(id)).toHaveLength(1)
  // The server died after it was made and before the job was written off.
  const task = paymentTasks(platform.app.payments.machine).find(({ name }) => name === reprocessTask)
  const operator = { id: 'somebody', name: 'admin', roles: ['INVESTIGATOR_ADMIN'] }
  await task?.run(
    { merchantId, id, operator, info: 'Once more', reprocessCount: 0 },
    { jobId: '1', queuedAt: new Date(), attempt: 2, signal: new AbortController().signal },
  )
  expect(await platform.children(id)).toHaveLength(1)
})
