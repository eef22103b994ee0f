import type { JsonSchema } from './json-schema.ts'
import { SchemaComponents, nameOf } from './schema-components.ts'

/** Whether something stands in a document as it is, although it looks like a part of it. */
const asItIs = new Set(['example', 'examples', 'x-access'])

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Visit = (schema: JsonSchema, place: readonly string[]) => JsonSchema

/** Words of an address without its parameters. */
const wordsOf = (path: string): string => nameOf([path.replaceAll(/\{\w+\}/g, '')])

/** Exchanges every schema below a part of a document. */
function visited(part: unknown, place: readonly string[], visit: Visit): unknown {
  if (Array.isArray(part)) return part.map((each) => visited(each, place, visit))
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (asItIs.has(name)) return [name, value]
      if (name === 'schema' && isObject(value))
        return [name, visit(value, typeof part.name === 'string' ? [...place, part.name] : place)]
      return [name, visited(value, placeBelow(place, name), visit)]
    }),
  )
}

const placeBelow = (place: readonly string[], name: string): readonly string[] =>
  name === 'requestBody' ? [...place, 'Request'] : name === 'responses' ? [...place, 'Reply'] : place

const inPaths = (paths: JsonSchema, visit: Visit): JsonSchema =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, visited(item, [wordsOf(path)], visit)]),
  )

/** Every operation of a part of a document. */
const operationsOf = (paths: JsonSchema): JsonSchema[] =>
  Object.values(paths).flatMap((item) => Object.values(item as JsonSchema).filter(isObject))

const parametersOf = (operation: JsonSchema): JsonSchema[] => (operation.parameters ?? []) as JsonSchema[]

/** Parameters many calls have, by what they say. The first of a name has it; another one of this name stays where it is. */
function sharedParameters(operations: readonly JsonSchema[]): Map<string, string> {
  const times = new Map<string, number>()
  const said = operations.flatMap(parametersOf).map((parameter) => JSON.stringify(parameter))
  for (const text of said) times.set(text, (times.get(text) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [text, count] of [...times].sort(([, one], [, other]) => other - one)) {
    const { name, in: place } = JSON.parse(text) as { name: string; in: string }
    const called = nameOf([name, ...(place === 'path' ? ['InPath'] : [])])
    if (count > 1 && ![...names.values()].includes(called)) names.set(text, called)
  }
  return names
}

/** Puts references in the place of parameters many calls have. */
function withSharedParameters(paths: JsonSchema): [paths: JsonSchema, parameters: JsonSchema] {
  const names = sharedParameters(operationsOf(paths))
  const refer = (parameter: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(parameter))
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
  }
  const changed = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as JsonSchema).map(([method, operation]) => [
        method,
        { ...(operation as JsonSchema), parameters: parametersOf(operation as JsonSchema).map(refer) },
      ]),
    ),
  ])
  const parameters = [...names].map(([text, name]) => [name, JSON.parse(text) as JsonSchema])
  return [Object.fromEntries(changed), Object.fromEntries(parameters)]
}

interface Written {
  readonly paths: JsonSchema
  readonly webhooks?: JsonSchema
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly [kind: string]: unknown
  }
}

/** The document with everything that is said more than once said once. */
export function withComponents<Document extends Written>(document: Document): Document {
  const known = new SchemaComponents(document.components.schemas)
  const parts = (visit: Visit) => ({
    paths: inPaths(document.paths, visit),
    ...(document.webhooks && { webhooks: inPaths(document.webhooks, visit) }),
  })
  parts((schema, place) => {
    known.look(schema, place)
    return schema
  })
  const exchanged = parts((schema, place) => known.exchange(schema, place))
  const [paths, parameters] = withSharedParameters(exchanged.paths)
  const components = { ...document.components, parameters, schemas: known.schemas }
  return { ...document, ...exchanged, paths, components }
}
