import type { CallMap } from '@signalbox/model/calls/index'
import type { Method } from '@signalbox/model/field/endpoint'
import type { ErrorBody, RefusalCode } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'

/** What the client needs from around it; the shell connects the real thing, tests connect a fake. */
export interface ApiHost {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly product: string
  readonly merchantId: () => number | null
  readonly newId: () => string
  /** Nobody is in front of the page: polls and live updates go on, and must not keep the session alive. */
  readonly nobodyThere: () => boolean
  /** The server did what somebody asked of it then, which also keeps the session alive. */
  readonly succeeded: (askedAtMs: number) => void
  /** The request never got an answer. */
  readonly networkFailed: () => void
  /** The server wants proof that it is still the same person; true when they gave it. */
  readonly confirmPerson: () => Promise<boolean>
  /** The session is over and this is where to sign in again. */
  readonly sessionEnded: (location: string) => void
  /** In development and in tests: throws when an answer is not what its call declares. */
  readonly checkReply: (method: Method, path: string, reply: unknown) => void
}

const productOfPage = (): string =>
  document.querySelector('meta[name="signalbox-product"]')?.getAttribute('content') ?? 'signalbox'

let host: ApiHost = {
  fetch: (input, init) => fetch(input, init),
  product: typeof document === 'undefined' ? 'signalbox' : productOfPage(),
  merchantId: () => null,
  newId: () => crypto.randomUUID(),
  nobodyThere: () => false,
  succeeded: () => undefined,
  networkFailed: () => undefined,
  confirmPerson: () => Promise.resolve(false),
  sessionEnded: () => undefined,
  checkReply: () => undefined,
}

export function connectApi(parts: Partial<ApiHost>): void {
  host = { ...host, ...parts }
}

export const newOperationId = (): string => host.newId()
export const productPath = (path: string): string => `/${host.product}${path}`
export const apiPath = (path: string): string => productPath(`/backoffice/api${path}`)

/** The server said no. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
  get code(): RefusalCode {
    return this.body.code
  }
}

/** No answer came; the person has been told unless the caller asked for silence. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(texts.somethingWentWrong, { cause })
    this.name = 'NetworkError'
  }
}

type QueryValue = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, QueryValue>>

export interface RequestOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Keep quiet when the network fails; the caller shows it in its own place. */
  readonly suppressToast?: boolean
  /** Made when the form or dialog opens, so that a second try is a replay and not a second effect. */
  readonly operationId?: string
  /** Shown at once and sent behind: it must arrive also when the page is left in the same moment. */
  readonly outlivesPage?: boolean
}

/** Browsers hold at most 64 KiB for pages that are gone, and refuse what is larger. */
const mostKeptAlive = 16_000

/** Calls about the caller or the platform; every other one is made for the selected merchant. */
const unscoped = ['/metadata', '/userdata', '/me', '/openapi.json', '/session', '/inbox']
const isScoped = (path: string): boolean =>
  !unscoped.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

function queryString(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function addressOf(path: string, query: Query = {}): string {
  const merchantId = isScoped(path) ? host.merchantId() : null
  return apiPath(path) + queryString({ ...(merchantId === null ? {} : { merchantId }), ...query })
}

/** One exchange with the server, whatever the answer. Outside this file only signing in needs it. */
export async function send(method: Method, address: string, options: RequestOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' }
  if (method !== 'GET') headers['X-Operation-Id'] = options.operationId ?? host.newId()
  const background = host.nobodyThere()
  if (background) headers['X-Background'] = '1'
  const init: RequestInit = { method, headers, credentials: 'same-origin' }
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  if (body !== undefined) init.body = body
  if (options.signal) init.signal = options.signal
  if (options.outlivesPage && (body ?? '').length < mostKeptAlive) init.keepalive = true
  const askedAtMs = Date.now()
  try {
    const response = await host.fetch(address, init)
    if (response.ok && !background) host.succeeded(askedAtMs)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    // oxlint-disable-next-line no-console -- the specification wants this line in the console
    console.error(texts.failedFetching, cause)
    if (!options.suppressToast) host.networkFailed()
    throw new NetworkError(cause)
  }
}

/** Reads `Redirect realm="…", location="…"`; null when the header does not name a place to sign in. */
export function loginLocation(header: string | null): string | null {
  return /^\s*redirect\b/i.test(header ?? '') ? (/location="([^"]+)"/.exec(header ?? '')?.[1] ?? null) : null
}

let recheck: Promise<void> | null = null

/** After any refusal: is the session still there? Refusals that arrive together share one question. */
function recheckSession(): Promise<void> {
  recheck ??= send('GET', apiPath('/metadata'), { suppressToast: true })
    .then(
      (answer) => {
        const location = answer.status === 401 ? loginLocation(answer.headers.get('WWW-Authenticate')) : null
        if (location !== null) host.sessionEnded(location)
      },
      () => undefined,
    )
    .finally(() => {
      recheck = null
    })
  return recheck
}

async function errorBodyOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body && 'message' in body)
    return body as ErrorBody
  return { errorId: '', code: 'INTERNAL', message: texts.somethingWentWrong }
}

async function answered(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const response = await send(method, addressOf(path, options.query), options)
  if (response.ok) return response
  const body = await errorBodyOf(response)
  if (body.code === 'STEP_UP' && (await host.confirmPerson())) return answered(method, path, options)
  await recheckSession()
  throw new ApiError(response.status, body)
}

const writeListeners = new Set<() => void>()

/** Tells whenever the server did something the person asked for, as far as that is more than reading. */
export function onOwnWrite(listener: () => void): () => void {
  writeListeners.add(listener)
  return () => void writeListeners.delete(listener)
}

/** For code that works on any resource and so cannot name its calls. */
export async function request<Reply = unknown>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const response = await answered(method, path, options)
  const text = await response.text()
  const reply: unknown = text === '' ? undefined : JSON.parse(text)
  host.checkReply(method, path, reply)
  if (method !== 'GET') for (const listener of writeListeners) listener()
  return reply as Reply
}

type CallKey = Extract<keyof CallMap, string>
type Part<K extends CallKey, P extends string> = CallMap[K] extends { [N in P]: infer V } ? V : undefined
type NoMembers = Record<never, never>
type CallPart<P extends string, V> = [V] extends [undefined]
  ? unknown
  : NoMembers extends V
    ? { readonly [N in P]?: V }
    : { readonly [N in P]: V }

type CallOptions<K extends CallKey> = Omit<RequestOptions, 'query' | 'body'> &
  CallPart<'params', Part<K, 'params'>> &
  CallPart<'query', Part<K, 'query'>> &
  CallPart<'body', Part<K, 'body'>>
export type ReplyOf<K extends CallKey> = Part<K, 'reply'>

type Arguments<K extends CallKey> =
  NoMembers extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>]

/** Makes one declared call: `api('PUT /user/{id}', { params: { id }, body })`. */
export function api<K extends CallKey>(key: K, ...[options]: Arguments<K>): Promise<ReplyOf<K>> {
  const space = key.indexOf(' ')
  const { params = {}, ...rest } = (options ?? {}) as RequestOptions & {
    params?: Record<string, string | number>
  }
  const path = key
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  return request<ReplyOf<K>>(key.slice(0, space) as Method, path, rest)
}

/** Fetches a file and gives it with the name the server chose. */
export async function requestFile(
  path: string,
  query: Query,
  method: Method = 'GET',
): Promise<{ name: string; content: Blob }> {
  const response = await answered(method, path, { query, ...(method !== 'GET' && { body: {} }) })
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export'
  return { name, content: await response.blob() }
}
