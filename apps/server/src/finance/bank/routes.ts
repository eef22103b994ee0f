import { bankAccountCalls, bankEntryCalls, bankStatementCalls } from '@signalbox/model/calls/bank'
import type { Entity } from '@signalbox/model/field/entity'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { Resource } from '../../kit/resource.ts'
import { bankResources } from './bank-resources.ts'
import { importStatements, previewStatements } from './import-statements.ts'
import { matchOpen } from './match-open.ts'
import type { PayoutBatches } from './payout-batches.ts'

/** Of the calls every resource has, those that are declared: nobody writes a statement by hand. */
function declared<E extends Entity>(
  resource: Resource<E>,
  calls: Readonly<Record<string, Endpoint>>,
): Handler[] {
  const keys = new Set(Object.values(calls).map(({ key }) => key))
  return resourceHandlers(resource).filter(({ endpoint }) => keys.has(endpoint.key))
}

/** Bank accounts, their statements, and the payouts these confirm. */
export function handlers(payouts: PayoutBatches): Handler[] {
  const resources = bankResources(payouts)
  const { accounts, statements, entries } = resources
  return [
    ...declared(accounts, bankAccountCalls as never),
    ...declared(statements, bankStatementCalls as never),
    ...declared(entries, bankEntryCalls as never),
    handle(bankStatementCalls.importPreview, (work) => previewStatements(work as Work, payouts, work.body)),
    handle(bankStatementCalls.importCommit, (work) =>
      importStatements(work as Work, { resources, payouts }, work.body),
    ),
    handle(bankEntryCalls.matchOpen, (work) => matchOpen(work as Work, resources)),
  ]
}
