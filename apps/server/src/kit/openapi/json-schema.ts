import * as z from 'zod/mini'
import type { Schema } from '@signalbox/model/endpoint'

export type JsonSchema = Record<string, unknown>
type Direction = 'input' | 'output'

function convert(schema: Schema, io: Direction, target: 'draft-7' | 'draft-2020-12'): JsonSchema {
  const converted = z.toJSONSchema(schema as z.ZodMiniType, { target, io, unrepresentable: 'any' })
  const { $schema: _dialect, ...rest } = converted as JsonSchema
  return rest
}

/** As whoever writes replies wants it. */
export const jsonSchemaOf = (schema: Schema, io: Direction): JsonSchema => convert(schema, io, 'draft-7')

/** As OpenAPI 3.1 wants it. */
export const describedSchema = (schema: Schema, io: Direction): JsonSchema =>
  convert(schema, io, 'draft-2020-12')
