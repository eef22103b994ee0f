import type { Schema } from '@signalbox/model/field/endpoint'
import { describedSchema, type JsonSchema } from './json-schema.ts'

interface Described {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

const saysNothing = ({ default: _default, ...schema }: JsonSchema): boolean =>
  Object.keys(schema).length === 0

/**
 * Each parameter with what may be sent. A number is read from a text, so that only what becomes of it says that it is
 * one.
 */
export function parametersIn(schema: Schema | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return []
  const { properties: sent = {}, required = [] } = describedSchema(schema, 'input') as Described
  const { properties: read = {} } = describedSchema(schema, 'output') as Described
  return Object.entries(sent).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: saysNothing(each) ? { ...read[name], ...each } : each,
  }))
}
