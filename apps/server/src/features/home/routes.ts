import { homeCalls } from '@signalbox/model/calls/home'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { loadWidgets, type HomeParts } from './widgets.ts'

export const handlers = (parts: HomeParts): Handler[] => [
  handle(homeCalls.read, async (work) => ({
    widgets: await loadWidgets(work as Work, parts, work.query.widget),
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
