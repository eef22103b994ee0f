import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

interface Operation {
  readonly servers?: readonly { readonly url: string }[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>
}

/** As much of a description of an API as is needed to hold a reply against it. */
interface ApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, { readonly content?: object }>> }
}

interface Route {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly operation: Operation
}

/** A part of a path in a JSON pointer. */
const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)

const parametersOf = ({ path }: Route): number => path.split('{').length

/** Plain addresses before those with parameters, as routers do. */
const routesOf = ({ paths, servers }: ApiDocument): Route[] =>
  Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): Route => {
        const base = (operation.servers ?? servers)[0]?.url ?? ''
        return { method, path, pattern: patternOf(`${base === '/' ? '' : base}${path}`), operation }
      }),
    )
    .sort((one, other) => parametersOf(one) - parametersOf(other))

/** Says of replies whether the document tells of them. What is asked for first is made first: there are hundreds. */
class DocumentedReplies {
  readonly #document: ApiDocument
  readonly #routes: readonly Route[]
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
  readonly #routeOf = new Map<string, Route | undefined>()

  constructor(document: ApiDocument) {
    this.#document = document
    this.#routes = routesOf(document)
    this.#ajv.addSchema(document, 'document')
  }

  problemOf(method: string, path: string, reply: LightMyRequestResponse): string | undefined {
    const route = this.#find(method.toLowerCase(), path)
    if (!route) return undefined
    const status = String(reply.statusCode)
    const declared = route.operation.responses[status]
    if (!declared) return `${status} is not declared: ${reply.body.slice(0, 300)}`
    const name = declared.$ref?.split('/').at(-1)
    const where =
      name === undefined
        ? ['paths', route.path, route.method, 'responses', status]
        : ['components', 'responses', name]
    const { content } = name === undefined ? declared : (this.#document.components.responses[name] ?? {})
    return content && 'application/json' in content ? this.#misfit(where, reply) : undefined
  }

  #find(method: string, path: string): Route | undefined {
    const key = `${method} ${path}`
    if (!this.#routeOf.has(key))
      this.#routeOf.set(
        key,
        this.#routes.find((route) => route.method === method && route.pattern.test(path)),
      )
    return this.#routeOf.get(key)
  }

  #misfit(where: readonly string[], reply: LightMyRequestResponse): string | undefined {
    // What is packed was the same before it was.
    if (reply.headers['content-encoding'] !== undefined) return undefined
    const type = String(reply.headers['content-type'])
    if (!type.startsWith('application/json')) return `${type} is not application/json`
    const validate = this.#ajv.getSchema(
      `document#${pointer(...where, 'content', 'application/json', 'schema')}`,
    )
    if (!validate) return `${where.join(' ')} has no schema`
    if (validate(reply.json())) return undefined
    return `${this.#ajv.errorsText(validate.errors)}: ${reply.body.slice(0, 300)}`
  }
}

const known = new Map<string, Promise<DocumentedReplies>>()

/** Read once for all the apps of a worker that describe themselves alike. */
function documentedAt(key: string, read: () => Promise<object>): Promise<DocumentedReplies> {
  const made = known.get(key) ?? read().then((document) => new DocumentedReplies(document as ApiDocument))
  known.set(key, made)
  return made
}

function addressOf(asked: InjectOptions | string): { method: string; path: string } | undefined {
  const { method = 'GET', url, path } = typeof asked === 'string' ? { url: asked } : asked
  const address = url ?? path
  if (typeof address !== 'string' || !URL.canParse(address, 'http://server')) return undefined
  return { method, path: new URL(address, 'http://server').pathname }
}

type Inject = (asked: InjectOptions | string) => Promise<LightMyRequestResponse>

interface Described {
  /** Apps with the same key have the same description. */
  readonly key: string
  readonly read: (inject: Inject) => Promise<object>
}

/** From here on a reply that its description does not tell of fails whoever asked for it. */
export function holdToDocument(app: FastifyInstance, { key, read }: Described): void {
  const inject: Inject = app.inject.bind(app)
  const checked: Inject = async (asked) => {
    const reply = await inject(asked)
    const address = addressOf(asked)
    if (!address) return reply
    const documented = await documentedAt(key, () => read(inject))
    const problem = documented.problemOf(address.method, address.path, reply)
    if (problem === undefined) return reply
    throw new Error(`${address.method} ${address.path} answers what is not in the description: ${problem}`)
  }
  Object.assign(app, { inject: checked })
}
