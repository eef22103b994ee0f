import { homeCalls } from '@signalbox/model/calls/home'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import type { HomeDeps } from './widget-source.ts'
import { Widgets } from './widgets.ts'

export function handlers(deps: HomeDeps, { now }: Pick<KitDeps, 'now'>): Handler[] {
  const widgets = new Widgets(deps, now)
  return [
    handle(homeCalls.read, async (work) => ({
      widgets: await widgets.load(work as Work, work.query.widget),
    })),
    handle(homeCalls.routeDenied, (work) => {
      work.audit({
        merchantId: work.user.homeMerchantId,
        entityType: 'route',
        entityId: work.body.path,
        entityLabel: work.body.path,
        action: 'ROUTE_DENIED',
        result: 'REFUSED',
        errorCode: 'FORBIDDEN',
      })
      return Promise.resolve({ noted: true })
    }),
  ]
}
