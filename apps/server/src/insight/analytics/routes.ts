import { analyticsCalls } from '@signalbox/model/calls/analytics'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { changePointsBetween } from './change-point-store.ts'
import { analyticsDashboards } from './dashboards.ts'
import { explainQuery } from './explain.ts'
import { analyticsMails } from './mails/mails.ts'
import type { MailDeps } from './mails/send.ts'
import { asSeenFrom, markersOf } from './markers.ts'
import { runQuery } from './query.ts'

const asWork = (work: unknown) => work as Work
const mostChangePoints = 200

async function changePoints(
  { tx, scope }: Work,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const period = { from: new Date(from), to: new Date(to), most: mostChangePoints }
  const found = await changePointsBetween(tx, scope.effective, period)
  const items = found
    .slice(0, mostChangePoints)
    .map((point) => ({ ...point, causes: point.causes.map(asSeenFrom(scope)) }))
  return { items, isCut: found.length > mostChangePoints }
}

export function handlers(mails: MailDeps): Handler[] {
  return [
    ...resourceHandlers(analyticsDashboards),
    ...resourceHandlers(analyticsMails(mails)),
    handle(analyticsCalls.query, (work) => runQuery(asWork(work), work.body)),
    handle(analyticsCalls.explain, (work) => explainQuery(asWork(work), work.body)),
    handle(analyticsCalls.markers, (work) => markersOf(asWork(work), work.query)),
    handle(analyticsCalls.changePoints, (work) => changePoints(asWork(work), work.query)),
  ]
}
