import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'

export interface Answer {
  readonly status: number
  // A test looks into whatever came back; a wrong guess fails it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

type Options = Pick<InjectOptions, 'headers'>

/** Keeps cookies like a browser does, on one address. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly ip: string
  #app: FastifyInstance

  constructor(app: FastifyInstance, ip: string) {
    this.#app = app
    this.ip = ip
  }

  /** The same browser, led to another server. */
  at(app: FastifyInstance): Browser {
    const other = new Browser(app, this.ip)
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: unknown,
    options: Options = {},
  ): Promise<Answer> {
    const answer = await this.#app.inject({
      method,
      url: `/signalbox${path}`,
      remoteAddress: this.ip,
      ...(payload !== undefined && { payload: payload as object }),
      headers: {
        host: 'localhost:3000',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { 'x-operation-id': randomUUID() }),
        ...options.headers,
      },
    })
    for (const cookie of answer.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : null,
      text: answer.body,
      headers: answer.headers,
    }
  }

  login(credentials: { username: string; password: string }): Promise<Answer> {
    return this.send('POST', '/login', credentials)
  }
  step(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', `/login/${path}`, body)
  }
  get(path: string, options?: Options): Promise<Answer> {
    return this.send('GET', `/backoffice/api${path}`, undefined, options)
  }
  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.send('POST', `/backoffice/api${path}`, body)
  }
  put(path: string, body: unknown = {}): Promise<Answer> {
    return this.send('PUT', `/backoffice/api${path}`, body)
  }
  delete(path: string): Promise<Answer> {
    return this.send('DELETE', `/backoffice/api${path}`)
  }
}
