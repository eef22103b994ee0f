import { modeAt, type maintenance, type MaintenanceMode } from '@signalbox/model/entities/maintenance'
import type { RecordOf } from '@signalbox/model/field/entity'
import { invalid, Refusal, type FieldProblem } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import type { OperationHook, ResourceHooks } from '../../kit/resource.ts'
import { pspNames } from '../psp/read-model.ts'
import { putInEffect, type RulesetWork } from '../ruleset/read-model.ts'
import { ruleOf } from './rules-of-windows.ts'
import { maintenanceFilters, openWindows } from './store.ts'

export type Window = RecordOf<typeof maintenance>
type Input = Record<string, unknown>

/** Clocks differ a little, and a form takes a while to fill in. */
const toleratedMs = 5 * 60_000

/** Of a window that has begun, only what is still to come can be changed. */
const changeableWhileRunning = new Set(['endAt', 'title', 'excludedUserIds', 'messageKey'])

const problem = (field: string, message: string, code = 'INVALID'): FieldProblem => ({ field, code, message })

async function nameProblems(work: Work, { psp, service }: Partial<Window>): Promise<FieldProblem[]> {
  if (!psp && !service) return []
  const known = await pspNames(work.tx)
  const services = known
    .filter((each) => !psp || each.psp === psp)
    .flatMap((each) => each.services.map((offered) => offered.service))
  return [
    ...(psp && !known.some((each) => each.psp === psp)
      ? [problem('psp', 'There is no such PSP', 'UNKNOWN')]
      : []),
    ...(service && !services.includes(service)
      ? [problem('service', 'There is no such service', 'UNKNOWN')]
      : []),
  ]
}

function shapeProblems(work: Work, window: Partial<Window>, isNew: boolean): FieldProblem[] {
  const { providerType, psp, kind, probeEvery, startAt = '', endAt } = window
  const now = work.now.getTime()
  const start = Date.parse(startAt)
  const end = endAt ? Date.parse(endAt) : Infinity
  return [
    ...(providerType || psp ? [] : [problem('psp', 'Choose a method or a PSP', 'REQUIRED')]),
    ...(kind === 'HALF_OPEN' && !probeEvery ? [problem('probeEvery', texts.required, 'REQUIRED')] : []),
    ...(isNew && start < now - toleratedMs ? [problem('startAt', 'Must not be in the past')] : []),
    ...(end <= start ? [problem('endAt', 'Must be after the start')] : []),
    ...(end <= now && end > start ? [problem('endAt', 'Must not be in the past')] : []),
  ]
}

async function refuseWrong(work: Work, window: Partial<Window>, isNew: boolean): Promise<void> {
  const problems = [...shapeProblems(work, window, isNew), ...(await nameProblems(work, window))]
  if (problems.length > 0) throw invalid(...problems)
}

const wrongMode = (message: string, current: Window): Refusal =>
  new Refusal('INVALID_STATE', { message, current })

const whileIn = (
  mode: MaintenanceMode,
  otherwise: string,
  change: (work: Work) => Input,
): OperationHook<Window> => ({
  run(work, current) {
    if (modeAt(current, work.now) !== mode) return Promise.reject(wrongMode(otherwise, current))
    return Promise.resolve(change(work))
  },
})

/** What payments are decided by from this commit on: the windows of the merchant that are not over. */
async function writeRules(work: Work, merchantId: number, changeNote: string): Promise<void> {
  const windows = await openWindows(work.tx, merchantId, work.now)
  const rulesetWork: RulesetWork = { ...work, user: { id: work.user.id, username: work.user.username } }
  await putInEffect(rulesetWork, {
    merchantId,
    table: 'maintenance',
    name: 'Maintenance windows',
    rules: windows.map(ruleOf),
    changeNote,
  })
}

const isOther = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

export const maintenanceHooks: ResourceHooks<Window> = {
  filters: (work) => maintenanceFilters(work.now),

  async beforeCreate(work, input) {
    await refuseWrong(work, input, true)
    return { ...input, source: 'MANUAL' }
  },

  async beforeUpdate(work, input, current) {
    const mode = modeAt(current, work.now)
    if (mode === 'DONE') throw wrongMode('The window has ended. Plan a new one.', current)
    const changed = Object.keys(input).filter((name) => isOther(input[name], current[name as keyof Window]))
    const settled = changed.filter((name) => !changeableWhileRunning.has(name))
    if (mode === 'MAINTENANCE' && settled.length > 0)
      throw invalid(
        ...settled.map((name) => problem(name, 'The window has started; this can no longer be changed')),
      )
    await refuseWrong(work, { ...current, ...input }, changed.includes('startAt'))
    return input
  },

  beforeRemove(work, current) {
    if (modeAt(current, work.now) === 'PLANNED_MAINTENANCE') return Promise.resolve()
    const message =
      modeAt(current, work.now) === 'DONE'
        ? 'Ended windows cannot be deleted.'
        : 'The window has started. End it instead.'
    return Promise.reject(wrongMode(message, current))
  },

  afterChange: (work, { type, before, after }) => {
    const { merchantId, title } = (after ?? before) as Window
    const verbs = { CREATE: 'New', UPDATE: 'Changed', DELETE: 'Deleted' }
    return writeRules(work, merchantId, `${verbs[type]} window: ${title}`)
  },

  operations: {
    'start-now': whileIn('PLANNED_MAINTENANCE', 'Only planned windows can be started.', (work) => ({
      startAt: work.now,
    })),
    'end-now': whileIn('MAINTENANCE', 'Only running windows can be ended.', (work) => ({ endAt: work.now })),
  },
}
