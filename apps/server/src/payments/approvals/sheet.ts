import type { AskingRule, DecisionSheet, UserMoney } from '@signalbox/model/calls/approval'
import { maskAllBut, type Mask } from '@signalbox/model/text/mask-text'
import { maskAccount, maskIban, maskName } from '@signalbox/model/text/masking'
import { toWire } from '@signalbox/model/money/money-schema'
import { Refusal } from '@signalbox/model/text/refusal'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { reachOf } from '../../kit/scope.ts'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import {
  decisionsOf,
  detailView,
  listApprovals,
  listNotes,
  openTransaction,
  viewContext,
  type ListWork,
  type WholeTransaction,
} from '../transactions/read-model.ts'
import type { DecisionTracer } from '../../setup/ruleset/read-model.ts'
import { approvalRow, netMinor, redSignalsOfRow } from './approval-row.ts'
import { waitingOf, type ApprovalDeps, type EvidenceWork } from './waiting.ts'
import {
  instrumentOf,
  lastKyc,
  pastDecisions,
  recentPayments,
  redFactsOf,
  reviewReasons,
  sharingUsers,
  waitingSteps,
  type RecentRow,
} from './evidence-store.ts'
import type { Int8 } from '../../kit/database.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { headOf } from './queue-store.ts'
import { signalsOf } from './signals.ts'
import { mostCounted, userSums, type UserSums } from './user-money-store.ts'

export interface SheetDeps extends ApprovalDeps {
  readonly tracer: DecisionTracer
}

function moneyOf(sums: UserSums, currency: string): UserMoney {
  const base = (minor: Int8 | bigint) => toWire({ minor: BigInt(minor), currency })
  return {
    firstSeen: sums.firstSeen,
    deposits: sums.deposits,
    depositSum: base(sums.depositMinor),
    withdrawals: sums.withdrawals,
    withdrawalSum: base(sums.withdrawalMinor),
    refunds: sums.refunds,
    refundSum: base(sums.refundMinor),
    chargebacks: sums.chargebacks,
    chargebackSum: base(sums.chargebackMinor),
    net: base(netMinor(sums)),
    declined: sums.declined,
    capped: sums.counted >= mostCounted,
  }
}

/** The rows of the table of approvals that were hit when it was last asked. */
async function askingRules(work: ListWork, deps: SheetDeps, row: WholeTransaction): Promise<AskingRule[]> {
  const formats = await work.deps.userFormats(work.tx, work.user)
  const asked = await decisionsOf(work.tx, deps.tracer, row, {
    formats,
    // Only names of rows are told.
    masked: true,
    isWanted: (table) => table === 'approval',
  })
  const last = asked.at(-1)
  return (last?.hits ?? []).map((ref) => ({
    ref,
    name: last?.trace?.rows.find((each) => each.ref === ref)?.name || null,
    route: last?.route ?? '',
  }))
}

const cutAccount = (account: string): string =>
  account.includes('*') ? account : /^[A-Z]{2}\d{2}/.test(account) ? maskIban(account) : maskAccount(account)

/** Other users of the same account, by names this reader may know them by. */
async function sharingFor(work: EvidenceWork, row: WholeTransaction, userHandle: Mask) {
  const sharing = await sharingUsers(work.tx, row, work)
  const hidden = await hiddenFrom(
    work,
    sharing.map(({ merchantId }) => merchantId),
  )
  return sharing.map((each) =>
    hidden.has(each.merchantId) ? { ...each, userId: userHandle(each.userId) } : each,
  )
}

/** One payment with everything that helps to decide about it. */
export async function sheetOf(work: EvidenceWork, deps: SheetDeps, id: number): Promise<DecisionSheet> {
  const row = await openTransaction(work, id)
  const { tx, now, user } = work
  const heads = await headOf(tx, row)
  const [[waiting], sums, view] = await Promise.all([
    waitingOf(work, deps, heads),
    userSums(tx, { reach: reachOf(work), now }, heads),
    viewContext(work, deps),
  ])
  const [known, facts] = [sums.get(row.id), (await redFactsOf(tx, [row])).get(row.id)]
  if (!waiting || !known || !facts) throw new Refusal('NOT_FOUND')
  const redSignals = redSignalsOfRow(row, waiting, known, facts, now)
  const approvals = await listApprovals(tx, row)
  const detail = detailView(row, { approvals, openCase: null }, view)
  const { masked } = detail
  const hidden = <T extends string | null>(mask: (text: string) => string, value: T): string | null =>
    masked && value ? mask(value) : value
  const mask = maskOfPayment(row)
  const told = <T extends object>(items: T[], ...ours: (keyof T & string)[]): T[] =>
    masked ? maskAllBut(items, mask, ours) : items
  const kyc = await lastKyc(tx, row)
  const recent = (each: RecentRow) => ({
    id: each.id,
    created: each.created,
    txType: each.txType,
    state: statusCodeOf(each.statusNo)?.status ?? 'INCONSISTENT',
    amount: toWire({ minor: BigInt(each.amountMinor), currency: each.currency }),
    account: hidden(cutAccount, each.account),
  })
  const instrument = await instrumentOf(tx, row)
  const evidence = {
    ...approvalRow(row, waiting, known, view, redSignals),
    bankCountry: detail.bankCountry,
    city: detail.city,
    deviceId: detail.deviceId,
    ipAddr: detail.ipAddr,
    approvalTags: detail.approvalTags,
    review: (await reviewReasons(tx, row)).map((each) => (masked ? mask(each) : each)),
    money: moneyOf(known, row.baseCurrency),
    instrument: instrument && {
      ...instrument,
      masked: hidden(cutAccount, instrument.masked),
      holder: hidden(maskName, instrument.holder),
    },
    sharing: await sharingFor(work, row, view.userHandle),
    kyc: kyc && { ...kyc, warnings: masked ? kyc.warnings.map(mask) : kyc.warnings },
    fraudProvider: detail.fraudProvider,
    rules: await askingRules(work, deps, row),
    approvals: detail.approvals,
    steps: told(await waitingSteps(tx, row), 'at', 'actor'),
    recent: (await recentPayments(tx, row)).map(recent),
    pastDecisions: told(await pastDecisions(tx, row), 'decision', 'username', 'at'),
    notes: told(await listNotes(tx, row, user.id), 'id', 'author', 'at'),
  }
  return { ...evidence, signals: [...redSignals, ...signalsOf(evidence, now)] }
}
