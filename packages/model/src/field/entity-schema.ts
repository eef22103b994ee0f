import { seenText } from '../text/seen-text.ts'
import * as z from 'zod/mini'
import { writableFields, type Entity, type InputOf, type RecordOf } from './entity.ts'
import { inputSchema, storedSchema } from './field-schema.ts'
import { named, typeName } from './named.ts'
import { builtAs } from './schema-of.ts'
import { texts } from '../text/texts.ts'
import { expected } from '../text/expected.ts'

type Schema<T = unknown> = z.ZodMiniType<T>
type Shape = Record<string, z.ZodMiniType>

export const noteSchema = z.string({ error: expected(texts.mustBeText) }).check(
  z.refine((note) => seenText(note).length > 0, texts.required),
  z.refine((note) => seenText(note).length === 0 || seenText(note).length >= 3, texts.tooShort),
  z.maxLength(500, texts.tooLong),
)

const noteShape = (e: Entity): Shape => ({
  note: e.note === 'required' ? noteSchema : z.optional(noteSchema),
})

/** Body of a create: every required field, unknown ones refused. */
export function createSchema<E extends Entity>(e: E): Schema<InputOf<E> & { note?: string }> {
  const shape: Shape = { ...noteShape(e) }
  for (const [name, f] of writableFields(e)) {
    const optional = !f.required || f.default !== undefined
    shape[name] = optional ? z.optional(inputSchema(f)) : inputSchema(f)
  }
  return builtAs<InputOf<E> & { note?: string }>(named(`New${typeName(e.slug)}`, z.strictObject(shape)))
}

/** Body of an update: the version that was edited, and only what changes. Absent leaves, null clears. */
export function updateSchema<E extends Entity>(
  e: E,
): Schema<InputOf<E> & { version: number; note?: string }> {
  const shape: Shape = { version: z.int(), ...noteShape(e) }
  for (const [name, f] of writableFields(e)) if (!f.createOnly) shape[name] = z.optional(inputSchema(f))
  return builtAs<InputOf<E> & { version: number; note?: string }>(
    named(`Changed${typeName(e.slug)}`, z.strictObject(shape)),
  )
}

export function recordSchema<E extends Entity>(e: E): Schema<RecordOf<E>> {
  const shape: Shape = {
    id: z.string(),
    merchantId: z.number(),
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
    inherited: z.optional(z.boolean()),
    ...(e.ordered && { position: z.number() }),
  }
  for (const [name, f] of Object.entries(e.fields)) shape[name] = storedSchema(f)
  for (const [name, f] of Object.entries(e.marks ?? {})) shape[name] = z.optional(storedSchema(f))
  return builtAs<RecordOf<E>>(named(typeName(e.slug), z.object(shape)))
}
