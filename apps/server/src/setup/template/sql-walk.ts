import type { FieldShape } from './sql-rules.ts'
import {
  allowedExpressionKinds,
  allowedFunctions,
  allowedOperators,
  allowedTypes,
  allowedValueFunctions,
  fieldRefusals,
  nodeShapes,
  sqlLimits,
  textJoiners,
} from './sql-rules.ts'

export interface Forbidden {
  message: string
  /** In bytes from the start of the parsed text. */
  location: number
}

type Body = Readonly<Record<string, unknown>>

/** Everything in a parsed statement that a report may not hold. Empty means harmless. */
export function findForbidden(statement: unknown, views: readonly string[]): Forbidden[] {
  const [type, body] = unwrap(statement)
  if (type !== 'SelectStmt') return [{ message: 'Only SELECT is allowed', location: 0 }]
  const walker = new Walker(new Set(views))
  walker.visit(type, body, new Set())
  return walker.found
}

class Walker {
  readonly found: Forbidden[] = []
  readonly #views: ReadonlySet<string>
  #selects = 0
  #joins = 0
  /** Some nodes carry no place of their own; the last one seen is near enough. */
  #location = 0

  constructor(views: ReadonlySet<string>) {
    this.#views = views
  }

  /** `names` are the queries of enclosing WITH clauses, which can be read from like views. */
  visit(type: string, body: Body, names: ReadonlySet<string>): void {
    if (typeof body['location'] === 'number' && body['location'] >= 0) this.#location = body['location']
    const shape = Object.hasOwn(nodeShapes, type) ? nodeShapes[type] : undefined
    if (!shape) return this.#refuse(`${readable(type)} is not allowed`)
    this.#judge(type, body, names)
    const inScope = type === 'SelectStmt' ? this.#visitWith(body, names) : names
    for (const [field, value] of Object.entries(body)) {
      if (field === 'withClause') continue
      const kind = Object.hasOwn(shape, field) ? shape[field] : undefined
      if (kind === undefined)
        this.#refuse(fieldRefusals[`${type}.${field}`] ?? `${readable(field)} is not allowed`)
      else this.#visitField(kind, value, inScope)
    }
  }

  #visitField(kind: FieldShape, value: unknown, names: ReadonlySet<string>): void {
    if (kind === 'value') return
    if (kind !== 'nodes') return this.visit(kind, asBody(value), names)
    for (const node of Array.isArray(value) ? value : [value]) {
      // A bare DISTINCT is written as an empty node.
      const [type, body] = unwrap(node)
      if (type !== '') this.visit(type, body, names)
    }
  }

  /** A WITH query sees the ones before it, and only the statement it belongs to sees all of them. */
  #visitWith(select: Body, names: ReadonlySet<string>): ReadonlySet<string> {
    if (select['withClause'] === undefined) return names
    const clause = asBody(select['withClause'])
    if (clause['recursive']) this.#refuse(fieldRefusals['WithClause.recursive']!)
    let visible = names
    for (const node of asList(clause['ctes'])) {
      const [type, body] = unwrap(node)
      this.visit(type, body, visible)
      visible = new Set([...visible, String(body['ctename'])])
    }
    return visible
  }

  #judge(type: string, body: Body, names: ReadonlySet<string>): void {
    switch (type) {
      case 'SelectStmt':
        if (++this.#selects > sqlLimits.selects) this.#refuse('The report contains too many queries')
        if (asList(body['targetList']).length > sqlLimits.columns) this.#refuse('There are too many columns')
        return
      case 'CommonTableExpr':
        if (this.#views.has(String(body['ctename'])))
          this.#refuse('A WITH query cannot have the name of a view')
        if (unwrap(body['ctequery'])[0] !== 'SelectStmt') this.#refuse('Only SELECT is allowed')
        return
      case 'RangeVar': {
        const name = String(body['relname'])
        if (!this.#views.has(name) && !names.has(name))
          this.#refuse(`"${name}" is not among the views of reports`)
        return
      }
      case 'FuncCall':
        return this.#judgeFunction(namesIn(body['funcname']))
      case 'A_Expr':
        return this.#judgeExpression(String(body['kind']), namesIn(body['name']))
      case 'SubLink':
        return body['operName'] === undefined ? undefined : this.#judgeOperator(namesIn(body['operName']))
      case 'TypeName':
        return this.#judgeType(namesIn(body['names']))
      case 'SQLValueFunction':
        if (!allowedValueFunctions.has(String(body['op'])))
          this.#refuse('Only the current date and time are available')
        return
      case 'A_Indirection':
        // `(row).name` calls a function when there is no such column.
        if (asList(body['indirection']).some((step) => unwrap(step)[0] !== 'A_Indices'))
          this.#refuse('Fields of a row cannot be selected')
        return
      case 'String':
        // A column that does not exist falls back to a function of the same name.
        if (/^pg_/i.test(String(body['sval'])) && body['sval'] !== 'pg_catalog')
          this.#refuse(`"${String(body['sval'])}" is not allowed`)
        return
      default:
    }
  }

  #judgeFunction(names: readonly string[]): void {
    const name = names.at(-1) ?? ''
    if (!isPlainOrBuiltIn(names) || !allowedFunctions.has(name)) {
      this.#refuse(`The function "${names.join('.')}" is not allowed`)
    }
    if (textJoiners.has(name)) this.#countJoin()
  }

  #judgeExpression(kind: string, names: readonly string[]): void {
    if (!allowedExpressionKinds.has(kind)) return this.#refuse(`${readable(kind)} is not allowed`)
    // BETWEEN brings the word itself where others bring an operator.
    if (!kind.includes('BETWEEN')) this.#judgeOperator(names)
  }

  #judgeOperator(names: readonly string[]): void {
    const [name = ''] = names
    if (names.length !== 1 || !allowedOperators.has(name))
      this.#refuse(`The operator ${names.join('.')} is not allowed`)
    if (name === '||') this.#countJoin()
  }

  #judgeType(names: readonly string[]): void {
    if (!isPlainOrBuiltIn(names) || !allowedTypes.has(names.at(-1) ?? '')) {
      this.#refuse(`The type "${names.join('.')}" is not allowed`)
    }
  }

  #countJoin(): void {
    if (++this.#joins === sqlLimits.joins + 1) this.#refuse('Too many texts are joined together')
  }

  #refuse(message: string): void {
    this.found.push({ message, location: this.#location })
  }
}

/** The grammar itself puts `pg_catalog` before the functions behind words like EXTRACT. */
const isPlainOrBuiltIn = (names: readonly string[]) =>
  names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')

const namesIn = (nodes: unknown): string[] =>
  asList(nodes).map((node) => {
    const text = unwrap(node)[1]['sval']
    return typeof text === 'string' ? text : ''
  })

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const asBody = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})

/** A node is an object with one member, named after its kind. */
function unwrap(node: unknown): [type: string, body: Body] {
  const [entry] = Object.entries(asBody(node))
  return entry ? [entry[0], asBody(entry[1])] : ['', {}]
}

/** `LockingClause` as "locking clause": the parser's own words are the best description there is. */
const readable = (name: string): string =>
  `"${name
    .replace(/^AEXPR_/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()}"`
