import { loadModel } from './load-model.mjs'

/**
 * Every question the dashboards that come with the platform ask about a period, as the console asks it.
 * @param {{ from: string, to: string }} period
 */
export async function dashboardQuestions(period) {
  const { dashboards } = await loadModel('analytics/dashboards/index.ts')
  const { isOverTime, queryOf } = await loadModel('analytics/widget.ts')
  const context = { period, compare: 'previous', merchantIds: [], currency: null, filters: {} }
  const asked = Object.entries(dashboards).flatMap(([id, { widgets }]) =>
    widgets.flatMap((widget) => {
      const interval = isOverTime(widget.kind) ? (widget.interval ?? 'day') : 'none'
      const question = { what: `${id}: ${widget.title}`, ask: queryOf(widget, context, interval) }
      if (widget.kind !== 'number') return [question]
      // Tiles show the course of their figures too.
      const course = { ...queryOf(widget, context, 'day'), compare: 'none' }
      return [question, { what: `${id}: ${widget.title}, course`, ask: course }]
    }),
  )
  return asked
}
