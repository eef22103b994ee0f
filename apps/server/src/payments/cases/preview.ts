import type { CaseOutcomePreview, MovedQuery } from '@signalbox/model/calls/case-sheet'
import { isSamePerson, type People } from '@signalbox/model/access/people'
import { caseOutcomes, type CaseOutcome } from '@signalbox/model/investigation/case'
import { accountKey } from '@signalbox/model/ledger/account'
import { absoluteMoney, type Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { TxStatus } from '@signalbox/model/reference/status-codes'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { advance } from '../core/flow/advance.ts'
import { databaseContext } from '../core/flow/database-context.ts'
import type { Machine } from '../core/flow/machine.ts'
import { inOwnName } from '../core/operations/actor.ts'
import { succeed, takesSecondPerson } from '../core/operations/force-successful.ts'
import { forceFailed } from '../core/operations/repairs.ts'
import { askersOf } from '../core/record/askers.ts'
import { Payment } from '../core/state/payment.ts'
import type { Transaction } from '../core/record/transaction.ts'

/** Whoever decides has these; what would happen is the same for everybody who may look. */
const operator = inOwnName({ id: 'preview', name: 'preview', roles: ['INVESTIGATOR_ADMIN'] })

const info = 'What would happen'

const changeTo = {
  SUCCESSFUL: ({ pspRefId }: Transaction, amount: Money | undefined, sendToMerchant: boolean) =>
    succeed(operator, { info, sendToMerchant, pspRefId: pspRefId ?? 'reference', amount }),
  FAILED: (_row: Transaction, _amount: Money | undefined, sendToMerchant: boolean) =>
    forceFailed(operator, { info, sendToMerchant }),
}

interface Question {
  readonly machine: Machine
  readonly unit: UnitOfWork
  readonly row: Transaction | undefined
  /** In which states there is something to decide. */
  readonly of: readonly TxStatus[]
  readonly reader: People
}

interface Subject extends Question {
  readonly row: Transaction
  readonly moved: Money | undefined
}

/** What somebody says was moved; nothing where they say nothing. */
function movedAmount({ amount, currency }: MovedQuery): Money | undefined {
  if (amount === undefined && currency === undefined) return undefined
  const money = parseMoney(amount ?? '', currency ?? '')
  if (!money) throw invalid({ field: 'amount', code: 'INVALID', message: 'Invalid amount' })
  return money
}

/** Takes the decision on a copy of the payment, so that what is shown is what would be done. */
async function decide(
  { machine, unit, row, moved }: Subject,
  outcome: CaseOutcome,
  sendToMerchant: boolean,
): Promise<Payment> {
  const context = databaseContext(machine.deps, unit.tx, unit.now)
  const payment = new Payment(structuredClone(row), { now: unit.now })
  const next = await changeTo[outcome](row, moved, sendToMerchant)(payment, context, unit)
  if (next) await advance(payment, context, next)
  return payment
}

/** What the merchant hears when it is told: the call the decision itself would go on with. */
function merchantHears({ tx, amount }: Payment): CaseOutcomePreview['merchant'] {
  const call = tx.nextStep
  if (call !== 'transfer' && call !== 'cancel') return null
  return { call, amount: toWire(absoluteMoney(amount)) }
}

/** Whether another person has to agree, and whether somebody has asked for it. */
async function secondPerson(
  { machine, unit, row, moved, reader }: Subject,
  outcome: CaseOutcome,
): Promise<Pick<CaseOutcomePreview, 'takesTwo' | 'asked'>> {
  if (outcome !== 'SUCCESSFUL') return { takesTwo: false, asked: null }
  const context = databaseContext(machine.deps, unit.tx, unit.now)
  const payment = new Payment(structuredClone(row), { now: unit.now })
  const asked = row.stepState.successAskedBy
  const isOwn = isSamePerson(reader, askersOf(asked))
  return {
    takesTwo: await takesSecondPerson(payment, context, moved),
    asked: asked ? { by: asked.name, isOwn, amount: asked.amount, reference: asked.reference ?? null } : null,
  }
}

/** Without the merchant the decision ends at once, so all that would be booked is there. */
async function previewOf(subject: Subject, outcome: CaseOutcome): Promise<CaseOutcomePreview> {
  const payment = await decide(subject, outcome, false)
  const entries = payment.effects.flatMap((effect) => (effect.kind === 'post' ? [effect.draft] : []))
  return {
    outcome,
    statusNo: payment.tx.statusNo,
    ...(await secondPerson(subject, outcome)),
    merchant: merchantHears(await decide(subject, outcome, true)),
    entries: entries.map(({ eventType, description, lines }) => ({
      eventType,
      description,
      lines: lines.map(({ account, side, minor }) => {
        const money = toWire({ minor, currency: account.currency })
        return {
          account: accountKey(subject.row.merchantId, account),
          debit: side === 'DEBIT' ? money : null,
          credit: side === 'CREDIT' ? money : null,
        }
      }),
    })),
  }
}

/** A decision nobody could take has nothing to show. */
function unlessImpossible(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'INVALID_STATE') throw error
}

/** Empty where there is nothing to decide. */
export async function previewOutcomes(
  { row, ...question }: Question,
  query: MovedQuery,
): Promise<CaseOutcomePreview[]> {
  if (!row || row.nextStep !== null || !question.of.includes(stateOfNumber(row.statusNo))) return []
  const moved = movedAmount(query)
  const previews: CaseOutcomePreview[] = []
  for (const outcome of caseOutcomes) {
    const preview = await previewOf({ ...question, row, moved }, outcome).catch(unlessImpossible)
    if (preview) previews.push(preview)
  }
  return previews
}
