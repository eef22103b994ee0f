import * as z from 'zod/mini'
import { intParam } from '@signalbox/model/field/endpoint'
import { paymentAnswerSchema } from '@signalbox/model/payments/payment-answer'
import { apiOperationSchema } from '@signalbox/model/payments/payment-request'
import type { AuditActor, AuditNote } from '../../kit/audit.ts'
import { approvalDecisions, approveDespite } from '../approvals/approvals.ts'
import { redFlagsOf } from '../approvals/read-model.ts'
import { merchantsWithin } from '../core/record/find-within-store.ts'
import type { Payments } from '../core/payments.ts'
import type { Operator } from '../core/operations/actor.ts'
import { beginChild } from '../core/operations/children.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { depositAnswerExample, operationExample } from './examples.ts'
import { fingerprintOf, runIdempotently, readIdempotencyKey } from './run-idempotently.ts'
import { answerOf } from './payment-answer.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

/** These move money: each makes a payment of its own, once per key. */
const childSummaries = {
  capture: 'Captures the reserved amount, or part of it',
  void: 'Releases the reserved amount that is not captured',
  refund: 'Refunds a part, or the rest',
} as const

/** These decide about a payment that waits. */
const decisionSummaries = {
  approve: 'Approves a payment that waits for approval',
  deny: 'Denies a payment that waits for approval',
  hold: 'Puts a payment that waits for approval on hold',
} as const

type Input = z.infer<typeof apiOperationSchema>
type OperationWork = PublicWork<{ id: number }, unknown, Input>

interface OperationCallDeps {
  readonly payments: Payments
  readonly actorOf: (work: PublicWork) => AuditActor
  readonly find: (work: PublicWork, id: number) => Promise<Transaction>
}

/** An API client is an approver like any other, and counts as the people behind it: they decide once, whichever way. */
const operatorOf = ({ caller }: PublicWork): Operator => ({
  id: caller.id,
  name: caller.clientId,
  label: caller.label,
  people: caller.people,
  roles: ['FIRST_APPROVER', 'SECOND_APPROVER', 'MERCHANT_ADMIN'],
})

const noteOf = ({ merchantId, id }: Transaction, action: string, { info }: Input): AuditNote => ({
  merchantId,
  entityType: 'transaction',
  entityId: String(id),
  entityLabel: String(id),
  changeType: 'UPDATE',
  action: action.toUpperCase(),
  note: info ?? null,
})

async function makeChild(deps: OperationCallDeps, given: OperationWork, name: keyof typeof childSummaries) {
  const work = given as PublicWork
  const { machine } = deps.payments
  const row = await deps.find(work, given.params.id)
  const key = readIdempotencyKey(work.request.headers['idempotency-key'])
  const answer = await runIdempotently(
    machine,
    {
      merchantId: row.merchantId,
      clientId: work.caller.id,
      idempotencyKey: key,
      requestHash: fingerprintOf(work.request.url, work.request.body ?? {}),
      receivedAt: work.receivedAt,
      actor: deps.actorOf(work),
    },
    async (unit) => {
      const { child } = await beginChild(machine, unit, row, {
        name,
        operator: operatorOf(work),
        input: given.body,
        apiSource: 'ADMIN_API',
      })
      unit.audit({ ...noteOf(row, name, given.body), after: { childTxId: child.id } })
      return child
    },
  )
  work.reply.code(answer.status)
  if (answer.replayed) work.reply.header('idempotent-replay', 'true')
  return answer.body
}

/** An API client sees no evidence: it is told what speaks against a payment when it gives no reason for approving it. */
function decisionOf({ caller }: PublicWork, row: Transaction, name: keyof typeof decisionSummaries) {
  if (name !== 'approve') return approvalDecisions[name]
  return (operator: Operator, input: Input) =>
    approveDespite(
      async ({ tx, now }) => redFlagsOf(tx, await merchantsWithin(tx, caller.merchantId), row, now),
      operator,
      input,
    )
}

async function decide(deps: OperationCallDeps, given: OperationWork, name: keyof typeof decisionSummaries) {
  const work = given as PublicWork
  const { machine, links } = deps.payments
  const row = await deps.find(work, given.params.id)
  const changed = await machine.change(row, deps.actorOf(work), (payment, context, unit) => {
    unit.audit(noteOf(row, name, given.body))
    return decisionOf(work, row, name)(operatorOf(work), given.body)(payment, context, unit)
  })
  return answerOf(machine.deps.kit.db, changed ?? row, links)
}

const shared = {
  method: 'POST',
  scope: 'payments:operate',
  params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }),
  body: apiOperationSchema,
  bodyOptional: true,
  example: { body: operationExample, answer: depositAnswerExample },
} as const

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** What can be done with a payment. Each is a call of its own, because they do not ask for and answer the same. */
export function operationCalls(deps: OperationCallDeps): PublicCall[] {
  const schema = paymentAnswerSchema
  const children = names(childSummaries).map((name) =>
    publicCall({
      ...shared,
      path: `/payments/{id}/${name}`,
      summary: childSummaries[name],
      idempotent: true,
      answer: { status: 201, schema },
      run: (work) => makeChild(deps, work, name),
    }),
  )
  const decisions = names(decisionSummaries).map((name) =>
    publicCall({
      ...shared,
      path: `/payments/{id}/${name}`,
      summary: decisionSummaries[name],
      answer: { status: 200, schema },
      run: (work) => decide(deps, work, name),
    }),
  )
  return [...decisions, ...children]
}
