import type * as z from 'zod/mini'

export type Schema = z.core.$ZodType
type Def = Readonly<Record<string, unknown>> & { readonly type: string }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value

/** What stands inside of a schema, with the name it has there. */
function partsOf(schema: Schema): [name: string, part: Schema][] {
  const def = schema._zod.def as Def
  const found: [string, Schema][] = []
  for (const [name, value] of Object.entries(def)) {
    if (name === 'checks') continue
    if (name === 'shape') found.push(...(Object.entries(value as object) as [string, Schema][]))
    else if (Array.isArray(value))
      found.push(...value.filter(isSchema).map((each) => ['', each] as [string, Schema]))
    else if (isSchema(value)) found.push(['', value])
  }
  return found
}

export interface Request {
  readonly key: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Every schema of these requests, by where it was met first. */
export function requestSchemas(requests: readonly Request[]): Map<Schema, string> {
  const met = new Map<Schema, string>()
  const visit = (schema: Schema, place: string): void => {
    // What a transformation is given was checked by what stands before it; members nobody knows are told by name.
    if (met.has(schema) || ['transform', 'never'].includes((schema._zod.def as Def).type)) return
    met.set(schema, place)
    for (const [name, part] of partsOf(schema)) visit(part, name ? `${place}.${name}` : place)
  }
  for (const { key, params, query, body } of requests)
    for (const [what, schema] of Object.entries({ params, query, body }))
      if (isSchema(schema)) visit(schema, `${key} ${what}`)
  return met
}
