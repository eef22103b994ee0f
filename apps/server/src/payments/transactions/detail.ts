import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import type { ExternalLink, PostingEntry } from '@signalbox/model/calls/transaction-detail'
import type { LinkedColumn } from '@signalbox/model/configuration/merchant-config'
import type { ExternalCalls } from '@signalbox/model/calls/transaction-external'
import { parseAccountKey } from '@signalbox/model/ledger/account'
import { isCaptureWaiting } from '@signalbox/model/reference/status-groups'
import { maskAllBut, maskId, namesPerson, type Mask } from '@signalbox/model/text/mask-text'
import { maskEmail, maskIp, maskPhone } from '@signalbox/model/text/masking'
import { toWire } from '@signalbox/model/money/money-schema'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import type { Work } from '../../kit/handle.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { journalOfTransaction } from '../ledger/ledger.ts'
import { clientName } from '../../setup/api-client/read-model.ts'
import type { MerchantConfig } from '../../setup/config/read-model.ts'
import { listApprovals, listCallbacks, listCalls, listNotifications, openCase } from './detail-store.ts'
import { lateLimitsFor, limitsFor } from './filter-store.ts'
import { offeringOf, viewContext, type ListDeps, type ListWork, type OfferDeps } from './list.ts'
import { readerOf } from './reader.ts'
import { findTransaction, isAll, type WholeTransaction } from './store.ts'
import { detailView, isMaskedFor } from './transaction-view.ts'

/** What the payment `t` of a statement must be for somebody to open it, at a merchant they serve. */
export const openableBy = (user: SessionUser, now: Date): Condition[] => limitsFor(readerOf(user, now))

type Key = Pick<WholeTransaction, 'merchantId' | 'id'>
type Looking = Pick<Work, 'tx' | 'user' | 'now'>

/** Whether somebody can open a payment of a merchant they serve. Whoever cannot does nothing to it either. */
export const isOpenTo = ({ tx, user, now }: Looking, key: Key): Promise<boolean> =>
  isAll(tx, key, openableBy(user, now))

const lately = 24 * 60 * 60 * 1000

/** Whether an approver could open it until lately, when somebody decided about it. */
export async function wasOpenTo({ tx, user, now }: Looking, key: Key): Promise<boolean> {
  const reader = readerOf(user, now)
  const since = new Date(now.getTime() - lately)
  return reader.decidedSince !== null && isAll(tx, key, lateLimitsFor(reader, since))
}

/** The payment as it is stored, for whoever may see it; to everybody else it does not exist. */
export async function openTransaction(work: ListWork, id: number): Promise<WholeTransaction> {
  const limits = openableBy(work.user, work.now)
  const row = await findTransaction(work.tx, id, work.scope.effective, limits)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** What an open payment needs from outside the feature, beside what the list needs. */
export interface DetailDeps extends OfferDeps {
  readonly merchantConfig: (tx: Tx, merchantId: number) => Promise<MerchantConfig>
}

/** Addresses in systems of the merchant's own that show the same thing, but none that would say what is hidden. */
function linksOf(row: WholeTransaction, { externalUrls }: MerchantConfig, masked: boolean): ExternalLink[] {
  const values: Readonly<Record<LinkedColumn, string | null>> = {
    userId: row.userId,
    merchantTxId: row.merchantTxId,
    txRefId: txRefId(row.merchantId, row.id),
    pspRefId: row.pspRefId,
  }
  return Object.entries(values).flatMap(([name, value]) => {
    const column = name as LinkedColumn
    const tells = { merchantTxId: (id: string) => maskId(id) !== id, userId: namesPerson }
    const isHidden = masked && value !== null && column in tells && tells[column as keyof typeof tells](value)
    if (value === null || isHidden) return []
    return externalUrls[column].map(({ title, url }) => ({
      column,
      title,
      url: url.replaceAll('{value}', encodeURIComponent(value)),
    }))
  })
}

export async function detailOf(work: ListWork, deps: DetailDeps, id: number): Promise<TransactionDetail> {
  const row = await openTransaction(work, id)
  const [approvals, caseOfIt, view, config, apiClientName] = await Promise.all([
    listApprovals(work.tx, row),
    openCase(work.tx, row),
    viewContext(work, deps),
    deps.merchantConfig(work.tx, row.merchantId),
    row.apiClientId === null ? null : clientName(work.tx, row.apiClientId),
  ])
  const beside = {
    approvals,
    openCase: caseOfIt,
    apiClientName,
    externalLinks: linksOf(row, config, isMaskedFor(row, view)),
    captureUntil: isCaptureWaiting(row.statusNo) ? row.captureUntil : null,
  }
  const withCase = new Set(caseOfIt ? [row.id] : [])
  return detailView(row, beside, { ...view, withCase, ...(await offeringOf(work, deps, [row])) })
}

/** What was said to whom. It may hold more of the user than the rest of the page, so looking at it leaves a trace. */
export async function externalCallsOf(work: Work, deps: ListDeps, id: number): Promise<ExternalCalls> {
  const row = await openTransaction(work, id)
  const [logs, callbacks, notifications, view] = await Promise.all([
    listCalls(work.tx, row),
    listCallbacks(work.tx, row),
    listNotifications(work.tx, row),
    viewContext(work, deps),
  ])
  work.audit({
    merchantId: row.merchantId,
    entityType: 'transaction',
    entityId: String(row.id),
    entityLabel: String(row.id),
    action: 'VIEW_LOG',
  })
  if (!isMaskedFor(row, view)) return { logs, callbacks, notifications }
  // Bodies name the user in too many ways to hide each of them.
  const mask = maskOfPayment(row)
  return {
    logs: maskAllBut(
      logs.map((log) => ({ ...log, url: maskUrl(log.url, mask), requestBody: null, responseBody: null })),
      mask,
      ['id', 'at', 'direction', 'target', 'method', 'url'],
    ),
    callbacks: callbacks.map((callback) => ({
      ...callback,
      note: callback.note && mask(callback.note),
      body: '',
      sourceIp: callback.sourceIp && maskIp(callback.sourceIp),
    })),
    notifications: notifications.map((sent) => ({
      ...sent,
      target: maskTarget(sent.kind, sent.target),
      responseSnippet: null,
    })),
  }
}

/** What follows the host may name anybody; the host is a system. */
function maskUrl(url: string, mask: Mask): string {
  const [host = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? []
  return host + mask(url.slice(host.length))
}

/** Mails and text messages go to the user; everything else goes to systems. */
function maskTarget(kind: string, target: string): string {
  if (kind === 'SMS') return maskPhone(target)
  return kind === 'EMAIL' ? maskEmail(target) : target
}

export async function postingsOf(work: ListWork, id: number): Promise<PostingEntry[]> {
  const row = await openTransaction(work, id)
  const entries = await journalOfTransaction(work.tx, row)
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    valueDate: entry.valueDate,
    eventType: entry.eventType,
    description: entry.description,
    reversalOf: entry.reversalOf,
    lines: entry.lines.map(({ account, debit, credit }) => {
      const { currency = row.currency } = parseAccountKey(account) ?? {}
      const side = (minor: bigint) => (minor === 0n ? null : toWire({ minor, currency }))
      return { account, debit: side(debit), credit: side(credit) }
    }),
  }))
}
