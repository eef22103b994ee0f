import type { Entity } from '@signalbox/model/field/entity'
import { createSchema, updateSchema } from '@signalbox/model/field/entity-schema'
import { isList } from '@signalbox/model/field/field'
import { texts } from '@signalbox/model/text/texts'
import * as z from 'zod/mini'
import { isNothing } from '../field/display-text.ts'

/** Sentence by field name; `note` is the note about the change. */
export type Problems = Readonly<Record<string, string>>

/** An empty number is missing, not "not a number". */
function sentence(e: Entity, name: string, value: unknown, message: string): string {
  const field = e.fields[name]
  return field?.required && !isList(field.kind) && isNothing(value) ? texts.required : message
}

/** The server's own check of a body, made before it is sent. */
export function problemsOf(
  e: Entity,
  mode: 'create' | 'update',
  body: Readonly<Record<string, unknown>>,
): Problems {
  const schema: z.ZodMiniType = mode === 'create' ? createSchema(e) : updateSchema(e)
  // An empty list is left out of a body and yet must be named when one item is needed.
  const lists = Object.entries(e.fields).flatMap(([name, field]) =>
    mode === 'create' && isList(field.kind) && !field.readOnly && !(name in body)
      ? [[name, []] as const]
      : [],
  )
  const parsed = z.safeParse(schema, { ...Object.fromEntries(lists), ...body })
  const problems: Record<string, string> = {}
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    problems[name] ??= sentence(e, name, body[name], issue.message)
  }
  return problems
}
