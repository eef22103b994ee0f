import { analyticsDashboard } from '@signalbox/model/entities/analytics-dashboard'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { insertRecord } from '../demo-store.ts'

const chart = (id: string, type: string, metric: string, dims: readonly string[] = []) => ({
  id,
  type,
  metric,
  dims,
  filters: {},
  compare: 'none',
})

/** A dashboard somebody made in the explorer and shared. */
export async function seedDashboards(unit: UnitOfWork): Promise<void> {
  await insertRecord(unit, analyticsDashboard, 1000, {
    name: 'Every morning',
    owner: 'admin',
    shared: true,
    widgets: [
      chart('deposits', 'number', 'deposits'),
      chart('failed', 'number', 'failed'),
      chart('methods', 'line', 'deposits', ['providerType']),
      chart('psps', 'bar', 'successful', ['psp']),
    ],
    layout: [
      { id: 'deposits', x: 0, y: 0, w: 3, h: 2 },
      { id: 'failed', x: 3, y: 0, w: 3, h: 2 },
      { id: 'methods', x: 0, y: 2, w: 6, h: 5 },
      { id: 'psps', x: 6, y: 2, w: 6, h: 5 },
    ],
  })
}
