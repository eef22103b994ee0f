import * as z from 'zod/mini'
import {
  analyticsQuerySchema,
  analyticsReplySchema,
  changePointSchema,
  explainSchema,
  markerSchema,
  periodQuerySchema,
} from '../analytics/query.ts'
import { analyticsMail } from '../entities/analytics-mail.ts'
import { analyticsDashboard } from '../entities/analytics-dashboard.ts'
import { endpoint } from '../field/endpoint.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'

const tag = 'Analytics'
const access = ['analytics.view', 'os-analytics.view'] as const

export const analyticsDashboardCalls = resourceEndpoints(analyticsDashboard)
export const analyticsMailCalls = {
  ...resourceEndpoints(analyticsMail),
  ...operationEndpoints(analyticsMail),
}

export const analyticsCalls = {
  query: endpoint('POST /analytics/query', {
    tag,
    summary: 'Figures of the merchants in scope, split and compared as asked; at most 10,000 cells',
    access,
    body: analyticsQuerySchema,
    reply: analyticsReplySchema,
    effect: 'read',
    charts: true,
  }),
  explain: endpoint('POST /analytics/explain', {
    tag,
    summary: 'How the figures of a query are computed, and which payments are behind them',
    access,
    body: analyticsQuerySchema,
    reply: explainSchema,
    effect: 'read',
  }),
  markers: endpoint('GET /analytics/marker', {
    tag,
    summary: 'Changes of rules, configuration and maintenance in a period, the newest first',
    access,
    query: periodQuerySchema,
    reply: z.object({ items: z.array(markerSchema), isCut: z.boolean() }),
  }),
  changePoints: endpoint('GET /analytics/change-point', {
    tag,
    summary: 'Approval rates that fell in a period, the newest first',
    access,
    query: periodQuerySchema,
    reply: z.object({ items: z.array(changePointSchema), isCut: z.boolean() }),
  }),
}
