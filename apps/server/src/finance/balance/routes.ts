import { balanceCalls, ledgerPostingCalls, ledgerRequestCalls } from '@signalbox/model/calls/balance'
import { toWire } from '@signalbox/model/money/money-schema'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { accountsNow, balanceChart, pspTiles } from './accounts.ts'
import { checkJob } from './check-task.ts'
import { entryView } from './entry.ts'
import { exposureOf } from './exposure-store.ts'
import { closePeriod, listPeriods } from './periods.ts'
import { ledgerPostings } from './postings.ts'
import { proposeAdjustment, proposeReopening, proposeReversal } from './propose.ts'
import type { BalanceJoins } from './psp-figures.ts'
import { fetchRequestFile } from './request-file.ts'
import { ledgerRequests } from './requests.ts'
import { exportTrial, trialBalance } from './trial.ts'

export interface BalanceDeps {
  readonly box: SecretBox
  readonly joins: BalanceJoins
}

const asWork = (work: unknown) => work as Work

async function exposure({ tx, scope }: Work) {
  const rows = await exposureOf(tx, scope.effective)
  return {
    items: rows.map(({ minor, currency, ...row }) => ({
      ...row,
      amount: toWire({ minor: BigInt(minor), currency }),
    })),
  }
}

function requestCheck(work: Work): Promise<{ queued: boolean }> {
  const merchantId = work.scope.selected
  work.enqueue(checkJob(merchantId))
  work.audit({
    merchantId,
    entityType: 'ledger',
    entityId: String(merchantId),
    entityLabel: 'Check of the books',
    action: 'CHECK_BOOKS',
  })
  return Promise.resolve({ queued: true })
}

function requestHandlers(box: SecretBox): Handler[] {
  const requests = ledgerRequests()
  const offered = new Set<string>(Object.values(ledgerRequestCalls).map(({ key }) => key))
  return [
    ...resourceHandlers(requests).filter(({ endpoint }) => offered.has(endpoint.key)),
    handle(ledgerRequestCalls.adjust, (work) => proposeAdjustment(requests, asWork(work), work.body, box)),
    handle(ledgerRequestCalls.reverse, (work) => proposeReversal(requests, asWork(work), work.body)),
    handle(ledgerRequestCalls.reopen, (work) => proposeReopening(requests, asWork(work), work.body)),
    handle(ledgerRequestCalls.file, async (work) =>
      fetchRequestFile(asWork(work), box, await requests.store(asWork(work)).get(work.params.id)),
    ),
  ]
}

export function handlers({ box, joins }: BalanceDeps): Handler[] {
  const listed = new Set<string>(Object.values(ledgerPostingCalls).map(({ key }) => key))
  return [
    ...resourceHandlers(ledgerPostings()).filter(({ endpoint }) => listed.has(endpoint.key)),
    ...requestHandlers(box),
    handle(balanceCalls.accounts, (work) => accountsNow(asWork(work))),
    handle(balanceCalls.psps, (work) => pspTiles(asWork(work), joins, work.query)),
    handle(balanceCalls.chart, (work) => balanceChart(asWork(work), work.query)),
    handle(balanceCalls.trial, (work) => trialBalance(asWork(work), work.query)),
    handle(balanceCalls.trialExport, (work) => exportTrial(asWork(work), work.query)),
    handle(balanceCalls.entry, (work) => entryView(asWork(work), work.params.id)),
    handle(balanceCalls.exposure, (work) => exposure(asWork(work))),
    handle(balanceCalls.periods, (work) => listPeriods(asWork(work), joins)),
    handle(balanceCalls.check, (work) => requestCheck(asWork(work))),
    handle(balanceCalls.close, (work) =>
      closePeriod(asWork(work), { month: work.params.month, ...work.body }, joins),
    ),
  ]
}
