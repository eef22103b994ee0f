import { randomUUID } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'

type Query = Readonly<Record<string, string | number | boolean>>

interface CallOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The console's API as a script uses it: a cookie, JSON, and an operation id on every write. */
export class Api {
  readonly #request: APIRequestContext
  readonly #password: string | undefined
  /** Confirms what this one may not do alone. */
  readonly #second: Api | undefined

  /** With the password it proves again who it is, whenever a call asks for that. */
  constructor(request: APIRequestContext, password?: string, second?: Api) {
    this.#request = request
    this.#password = password
    this.#second = second
  }

  /** Has the second person confirm what waits of a record. */
  async confirmed(recordId: string, merchantId: number): Promise<void> {
    const query = { merchantId, recordId, state: 'WAITING' }
    const waiting = await this.#second?.get<{ items: { id: string; version: number }[] }>(
      '/pending-grant',
      query,
    )
    for (const { id, version } of waiting?.items ?? [])
      await this.#second?.post(`/pending-grant/${id}/confirm`, { version }, { merchantId })
  }

  /** The answer as it comes, for journeys that want to be refused. */
  send(method: string, path: string, { query, body, headers }: CallOptions = {}): Promise<APIResponse> {
    return this.#request.fetch(`/signalbox${path}`, {
      method,
      params: { ...query },
      headers: { 'X-Operation-Id': randomUUID(), ...headers },
      ...(body === undefined ? {} : { data: body }),
    })
  }

  async #call<Reply>(method: string, path: string, options: CallOptions): Promise<Reply> {
    let response = await this.send(method, path, options)
    if (this.#password !== undefined && response.status() === 401) {
      await this.send('POST', '/backoffice/api/me/step-up', { body: { password: this.#password } })
      response = await this.send(method, path, options)
    }
    const text = await response.text()
    if (!response.ok()) throw new Error(`${method} ${path} was refused with ${response.status()}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Reply
  }

  get<Reply>(path: string, query: Query = {}): Promise<Reply> {
    return this.#call('GET', `/backoffice/api${path}`, { query })
  }

  post<Reply>(path: string, body: unknown = {}, query: Query = {}): Promise<Reply> {
    return this.#call('POST', `/backoffice/api${path}`, { query, body })
  }

  put<Reply>(path: string, body: unknown, query: Query = {}): Promise<Reply> {
    return this.#call('PUT', `/backoffice/api${path}`, { query, body })
  }

  delete<Reply>(path: string, query: Query = {}): Promise<Reply> {
    return this.#call('DELETE', `/backoffice/api${path}`, { query })
  }

  /** One step of signing in; these calls lie beside the console's API. */
  login<Reply>(step: string, body: unknown = {}): Promise<Reply> {
    return this.#call('POST', `/login${step}`, { body })
  }
}
