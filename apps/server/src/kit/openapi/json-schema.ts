import * as z from 'zod/mini'
import type { Schema } from '@signalbox/model/field/endpoint'
import { isWrittenWhole } from '@signalbox/model/field/named'

export type JsonSchema = Record<string, unknown>
type Direction = 'input' | 'output'

type Options = Pick<NonNullable<Parameters<typeof z.toJSONSchema>[1]>, 'target' | 'override'>

function convert(schema: Schema, io: Direction, options: Options): JsonSchema {
  const converted = z.toJSONSchema(schema, { ...options, io, unrepresentable: 'any' })
  const { $schema: _dialect, ...rest } = converted as JsonSchema
  return rest
}

/** As whoever writes replies wants it. */
export const jsonSchemaOf = (schema: Schema, io: Direction): JsonSchema =>
  convert(schema, io, {
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      if (isWrittenWhole(zodSchema))
        for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name)
    },
  })

/** As OpenAPI 3.1 wants it. */
export const describedSchema = (schema: Schema, io: Direction): JsonSchema =>
  convert(schema, io, { target: 'draft-2020-12' })
