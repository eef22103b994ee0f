import { sandboxCalls, type SandboxPayment } from '@signalbox/model/calls/sandbox'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { PaymentRequest } from '@signalbox/model/payments/payment-request'
import { mainInputOf } from '@signalbox/model/payments/payment-inputs'
import { paymentTypeOf } from '@signalbox/model/payments/transaction-method'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler } from '../../kit/handle.ts'
import { jobStatusStore } from '../../kit/jobs/job-status-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { registerPayment } from '../../payments/core/flow/register-payment.ts'
import type { Machine } from '../../payments/core/flow/machine.ts'
import { writeAheadMs } from './clock-store.ts'
import { sandboxClient } from './sandbox-client.ts'

/** Where the account of a kind of payment stands in a request; a clearing number stands before a local one. */
function instrumentOf(txType: string, account: string | undefined): Partial<PaymentRequest> {
  const input = mainInputOf(txType)
  if (!account || !input) return {}
  if (input === 'card.pan')
    return { card: { pan: account.replaceAll(/\s/g, ''), expiry: '2030-12', cvv: '123' } }
  if (input !== 'accountNumber') return { [input]: account }
  const [clearingNumber = '', accountNumber] = account.trim().split(/\s+/)
  return accountNumber === undefined ? { accountNumber: account } : { accountNumber, clearingNumber }
}

function requestOf(body: SandboxPayment): PaymentRequest {
  const { merchantId, txType, userId, amount, currency, account } = body
  const type = paymentTypeOf(txType)
  if (!type) throw invalid({ field: 'txType', code: 'UNKNOWN', message: 'There is no such type' })
  const money = parseMoney(amount, currency)
  if (!money || money.minor <= 0n)
    throw invalid({ field: 'amount', code: 'INVALID', message: 'Must be an amount like 12.50' })
  return {
    merchantId,
    userId,
    sessionId: 'sandbox-console',
    txType,
    amount: money,
    ip: '192.0.2.10',
    ...instrumentOf(txType, account),
  } as PaymentRequest
}

const movesTime: ReadonlySet<string> = new Set(['travel', 'travel-back', 'reset'])

/** Jobs that have something to do once payments live in another time. */
const timedJobs = ['payment-expiry', 'payment-approval', 'payment-capture', 'payment-status', 'payment-sweep']

/** Payments go by the same time as the simulated world, on every node. */
async function moveTime(work: UnitOfWork, aheadMs: number): Promise<void> {
  await writeAheadMs(work.tx, aheadMs)
  const jobs = jobStatusStore(work.tx)
  for (const name of timedJobs) await jobs.makeDue(name, work.now)
}

/** What staff may do with the simulated outside world. Not there in production. */
export function sandboxHandlers(sandboxUrl: string | undefined, machine: Machine): Handler[] {
  const sandbox = sandboxClient(sandboxUrl, machine.deps.exchange)
  return [
    handle(sandboxCalls.read, () => sandbox.state()),
    handle(sandboxCalls.act, async (work) => {
      const { body, user, audit } = work
      await sandbox.act(body)
      const { act, ...details } = body
      if (movesTime.has(act)) await moveTime(work, (await sandbox.aheadMs()) ?? 0)
      audit({
        merchantId: user.homeMerchantId,
        entityType: 'sandbox',
        entityId: act,
        entityLabel: 'Sandbox',
        action: act.toUpperCase().replaceAll('-', '_'),
        after: details,
      })
      return sandbox.state()
    }),
    handle(sandboxCalls.files, async ({ query }) => ({ files: await sandbox.files(query) })),
    handle(sandboxCalls.payouts, async () => ({ items: await sandbox.payouts() })),
    handle(sandboxCalls.payoutFile, async ({ params }) => ({ file: await sandbox.payoutFile(params.id) })),
    handle(sandboxCalls.bankStatement, async ({ query }) => ({ file: await sandbox.bankStatement(query) })),
    handle(sandboxCalls.jobs, async (work) => ({
      items: (await jobStatusStore(work.tx).list()).map((job) => ({
        name: job.name,
        title: job.title,
        nextRunAt: job.nextRunAt,
        finishedAt: job.finishedAt,
        outcome: job.outcome,
        summary: job.summary,
        running: job.running,
      })),
    })),
    handle(sandboxCalls.runJob, async ({ tx, params, now, user, audit }) => {
      if (!(await jobStatusStore(tx).makeDue(params.name, now))) throw new Refusal('NOT_FOUND')
      audit({
        merchantId: user.homeMerchantId,
        entityType: 'job',
        entityId: params.name,
        entityLabel: params.name,
        action: 'RUN_NOW',
      })
      return { due: true }
    }),
    handle(sandboxCalls.pay, async (work) => {
      const request = requestOf(work.body)
      const { username } = work.user
      const transaction = await registerPayment(machine.deps, work, {
        request,
        apiSource: 'BACKOFFICE',
        apiClientId: null,
        initiatedBy: username,
      })
      const { id, merchantId } = await machine.begin(work, transaction, 'register', {
        actor: username,
        later: true,
      })
      work.audit({
        merchantId,
        entityType: 'transaction',
        entityId: String(id),
        entityLabel: `${request.txType} ${id}`,
        changeType: 'CREATE',
        action: 'SANDBOX_PAYMENT',
      })
      return { merchantId, txId: id }
    }),
  ]
}
