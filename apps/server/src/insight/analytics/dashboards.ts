import { layoutSchema, widgetsSchema } from '@signalbox/model/analytics/dashboard-content'
import { dimensionOf } from '@signalbox/model/analytics/dimensions'
import { metricOf } from '@signalbox/model/analytics/metrics'
import { analyticsDashboard } from '@signalbox/model/entities/analytics-dashboard'
import type { RecordOf } from '@signalbox/model/field/entity'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'
import { ownOrShared } from './dashboard-store.ts'

type Dashboard = RecordOf<typeof analyticsDashboard>
type Input = Record<string, unknown>

const schemas = { widgets: widgetsSchema, layout: layoutSchema } as const

/** What stands in the two JSON members is checked as if it were declared field by field. */
function checked(input: Input): Input {
  const values = { ...input }
  for (const name of ['widgets', 'layout'] as const) {
    if (!(name in input)) continue
    const read = schemas[name].safeParse(input[name])
    if (!read.success)
      throw invalid(
        ...read.error.issues.slice(0, 20).map(({ path, message }) => ({
          field: [name, ...path.map(String)].join('.'),
          code: 'INVALID',
          message,
        })),
      )
    values[name] = read.data
  }
  requirePossible(values)
  return values
}

/** A chart nobody could draw is not kept. */
function requirePossible({ widgets }: Input): void {
  const read = widgetsSchema.safeParse(widgets)
  for (const [index, { metric, dims }] of (read.data ?? []).entries()) {
    const { label, facts } = metricOf(metric)
    const other = dims.map(dimensionOf).find((each) => !each.facts.includes(facts))
    if (other)
      throw invalid({
        field: `widgets.${index}.dims`,
        code: 'NOT_TOGETHER',
        message: `${label} cannot be split by ${other.label.toLowerCase()}`,
      })
  }
}

/** Whoever made it decides whether others see it. */
function requireOwner(work: Work, current: Dashboard, input: Input): void {
  if (current.owner === work.user.username || !('shared' in input) || input.shared === current.shared) return
  throw invalid({
    field: 'shared',
    code: 'OWNER',
    message: `Only ${current.owner ?? 'its owner'} can change this`,
  })
}

export const analyticsDashboards = new Resource(analyticsDashboard, {
  seen: ({ user }) => ownOrShared(user.id),
  beforeCreate: (work, input) =>
    Promise.resolve({ ...checked(input), owner: work.user.username, ownerId: work.user.id }),
  beforeUpdate: (work, input, current) => {
    requireOwner(work, current, input)
    return Promise.resolve(checked(input))
  },
})
