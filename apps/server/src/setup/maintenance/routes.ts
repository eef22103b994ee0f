import { maintenanceCalls, type PspMaintenance } from '@signalbox/model/calls/maintenance'
import { maintenance, modeAt } from '@signalbox/model/entities/maintenance'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { pspNames, type NamedPsp } from '../psp/read-model.ts'
import { warningsFor } from './alternatives.ts'
import { windowsInForce } from './read-model.ts'
import { maintenanceHooks } from './service.ts'
import { windowsFor, type StoredWindow } from './store.ts'

const lists = new Set(['GET /maintenance', 'GET /maintenance/export'])

/** What is over is listed when somebody asks for it. */
function withoutDone(handler: Handler): Handler {
  if (!lists.has(handler.endpoint.key)) return handler
  return {
    ...handler,
    run: (work: Work) => {
      const query = work.query as { history?: string; modes?: string }
      const history = query.history ?? (query.modes ? 'true' : 'false')
      return handler.run({ ...work, query: { ...query, history } })
    },
  }
}

/** A window may close a kind of payment instead of a PSP, and with it every PSP for those payments. */
function concerns({ psp, providerType }: StoredWindow, named: NamedPsp): boolean {
  if (psp !== null) return psp === named.psp
  return transactionTypes.some(
    (type) => type.providerType === providerType && named.txTypes.includes(type.name),
  )
}

/** Of the windows of the list beside it: those of the merchant, of those above, and of those below. */
async function overview(work: Work): Promise<{ items: PspMaintenance[] }> {
  const merchants = [...new Set([...work.scope.chain, ...work.scope.effective])]
  const windows = await windowsFor(work.tx, merchants, work.now)
  const psps = (await pspNames(work.tx)).filter(({ status }) => status !== 'DRAFT')
  return {
    items: psps.map((named): PspMaintenance => {
      const { psp, name } = named
      const window = windows.find((each) => concerns(each, named))
      if (!window) return { psp, name, mode: 'NO_PLANNED_MAINTENANCE', window: null }
      const { id, title, startAt, endAt, merchantId } = window
      return { psp, name, mode: modeAt(window, work.now), window: { id, title, startAt, endAt, merchantId } }
    }),
  }
}

export function handlers(): Handler[] {
  const windows = new Resource(maintenance, maintenanceHooks)
  return [
    ...resourceHandlers(windows).map(withoutDone),
    handle(maintenanceCalls.check, async (work) => {
      const merchants = [...new Set([...work.scope.chain, ...work.scope.effective])]
      return { warnings: await warningsFor(work.tx, merchants, work.body) }
    }),
    handle(maintenanceCalls.current, async (work) => ({
      items: await windowsInForce(work.tx, work.scope.selected, work.now),
    })),
    handle(maintenanceCalls.overview, overview),
  ]
}
