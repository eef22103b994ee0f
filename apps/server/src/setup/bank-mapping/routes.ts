import { bankMappingCalls } from '@signalbox/model/calls/resources'
import {
  bankMapping,
  bankMappingActions,
  bankMappingConditions,
} from '@signalbox/model/entities/bank-mapping'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import { fill, texts } from '@signalbox/model/text/texts'
import { handle, type Handler } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { mappingFor } from './read-model.ts'
import { ownRows } from './store.ts'

type Values = Record<string, unknown>

const anySet = (values: Values, names: readonly string[]): boolean =>
  names.some((name) => values[name] !== null && values[name] !== undefined && values[name] !== '')

function checkComplete(values: Values): void {
  const problems: FieldProblem[] = []
  const missing = (field: string, what: string) =>
    problems.push({ field, code: 'REQUIRED', message: fill(texts.addAtLeastOne, what) })
  if (!anySet(values, bankMappingConditions)) missing(bankMappingConditions[0], 'condition')
  if (!anySet(values, bankMappingActions)) missing(bankMappingActions[0], 'action')
  if (problems.length > 0) throw invalid(...problems)
}

const bankMappings = new Resource(bankMapping, {
  filters: (work) => ({ overridesOnly: (value) => ownRows(work.scope.selected, value === 'true') }),
  beforeCreate: async (_work, input) => {
    checkComplete(input)
    return Promise.resolve(input)
  },
  beforeUpdate: async (_work, input, current) => {
    checkComplete({ ...current, ...input })
    return Promise.resolve(input)
  },
})

export const handlers = (): Handler[] => [
  ...resourceHandlers(bankMappings),
  handle(bankMappingCalls.find, (work) => mappingFor(work.tx, work.scope.selected, work.body)),
]
