import { rulesHubCalls } from '@signalbox/model/calls/rules-hub'
import { handle, type Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { rulesetsOverview } from './overview.ts'
import { performanceSeries, rowPerformance, tablePerformance } from './performance.ts'

const listed = new Set<string>([rulesHubCalls.list.key, rulesHubCalls.export.key])

export const handlers = (): Handler[] => [
  ...resourceHandlers(rulesetsOverview()).filter(({ endpoint }) => listed.has(endpoint.key)),
  handle(rulesHubCalls.tables, (work) => tablePerformance(work, work.query)),
  handle(rulesHubCalls.table, (work) => rowPerformance(work, work.params.type, work.query)),
  handle(rulesHubCalls.series, (work) => performanceSeries(work, work.params.type, work.query)),
]
