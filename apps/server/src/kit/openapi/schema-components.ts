import type { JsonSchema } from './json-schema.ts'

/** Where a schema stands: the words its name is made of where its declaration has none. */
type Place = readonly string[]

interface SeenSchema {
  readonly schema: JsonSchema
  title?: unknown
  readonly place: Place
  times: number
  name?: string
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Below these a member of a schema holds one schema, several, or several by name. */
const single = ['items', 'additionalProperties', 'propertyNames', 'not']
const several = ['anyOf', 'oneOf', 'allOf', 'prefixItems']

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
export const nameOf = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map(capital)
    .join('')

/** The same schema with each schema inside of it exchanged. */
function withInner(
  schema: JsonSchema,
  place: Place,
  change: (inner: JsonSchema, place: Place) => JsonSchema,
): JsonSchema {
  const changed: JsonSchema = { ...schema }
  const exchange = (inner: unknown, at: Place): unknown => (isSchema(inner) ? change(inner, at) : inner)
  for (const name of single) if (name in schema) changed[name] = exchange(schema[name], place)
  for (const name of several) {
    const list = schema[name]
    if (Array.isArray(list)) changed[name] = list.map((inner) => exchange(inner, place))
  }
  if (isSchema(schema.properties))
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [
        name,
        // What is in a list is told by the list, and `items` of a page by the page.
        exchange(inner, name === 'items' ? place : [...place, name]),
      ]),
    )
  return changed
}

/** A short list of words is read faster where it is used. */
const longEnumeration = 80

const isWorthAName = (schema: JsonSchema): boolean =>
  (schema.type === 'object' && isSchema(schema.properties) && Object.keys(schema.properties).length > 0) ||
  (Array.isArray(schema.oneOf) && schema.oneOf.some((each) => isSchema(each) && each.type === 'object')) ||
  (Array.isArray(schema.enum) && JSON.stringify(schema.enum).length > longEnumeration)

/** What is said of a schema at one place only does not make it another schema. */
function splitAnnotations({
  description,
  default: byDefault,
  ...schema
}: JsonSchema): [schema: JsonSchema, said: JsonSchema] {
  return [
    schema,
    {
      ...(description !== undefined && { description }),
      ...(byDefault !== undefined && { default: byDefault }),
    },
  ]
}

/** By what a schema says: two that only have other names are the same. */
const keyOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (name, value: unknown) =>
    name === 'title' && typeof value === 'string' ? undefined : value,
  )

/**
 * Everything a document says more than once is said once, below `components`, under the name its declaration gives it
 * (`title`), or else under the place it is first met at. First all are looked at, then all are exchanged.
 */
export class SchemaComponents {
  readonly #known = new Map<string, SeenSchema>()
  readonly #taken = new Map<string, JsonSchema>()

  /** With what has a name already. */
  constructor(named: Readonly<Record<string, JsonSchema>>) {
    for (const [name, schema] of Object.entries(named)) this.#taken.set(name, schema)
  }

  /** First round: what there is, and how often. What is inside of something known was counted with it. */
  look(schema: JsonSchema, place: Place): void {
    const [own] = splitAnnotations(schema)
    if (isWorthAName(own)) {
      const key = keyOf(own)
      const known = this.#known.get(key)
      if (known) {
        known.times += 1
        known.title ??= own.title
        return
      }
      this.#known.set(key, { schema: own, title: own.title, place, times: 1 })
    }
    withInner(own, place, (inner, at) => {
      this.look(inner, at)
      return inner
    })
  }

  /** Second round: the schema as it stands in the document. */
  exchange(schema: JsonSchema, place: Place): JsonSchema {
    const [own, said] = splitAnnotations(schema)
    const known = isWorthAName(own) ? this.#known.get(keyOf(own)) : undefined
    if (!known || known.times < 2) return { ...this.#inside(own, place), ...said }
    return { $ref: `#/components/schemas/${this.#nameOf(known)}`, ...said }
  }

  get schemas(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#taken].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #inside(schema: JsonSchema, place: Place): JsonSchema {
    const { title: _title, ...rest } = withInner(schema, place, (inner, at) => this.exchange(inner, at))
    return rest
  }

  #nameOf(known: SeenSchema): string {
    if (known.name !== undefined) return known.name
    const { title } = known
    const wanted = typeof title === 'string' ? title : nameOf(known.place)
    // Two declarations of one name, such as what is sent and what is answered, differ by where they stand.
    const names = [wanted, nameOf(known.place)]
    const free = names.find((name) => !this.#taken.has(name))
    const name = free ?? this.#numbered(wanted)
    known.name = name
    this.#taken.set(name, {})
    this.#taken.set(name, this.#inside(known.schema, known.place))
    return name
  }

  #numbered(name: string): string {
    let number = 2
    while (this.#taken.has(`${name}${number}`)) number += 1
    return `${name}${number}`
  }
}
