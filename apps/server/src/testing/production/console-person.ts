import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { codeAt } from '../../features/identity/testing/authenticator-app.ts'
import { HttpsScript } from './tls-proxy.ts'

interface PersonSettings {
  readonly url: string
  readonly ca: string
  readonly username: string
}

type Fields = Readonly<Record<string, string>>

/** Somebody at the console, with an authenticator, by the calls the console makes. */
export class ConsolePerson {
  readonly script: HttpsScript
  readonly #url: string
  readonly #username: string

  constructor({ url, ca, username }: PersonSettings) {
    this.script = new HttpsScript(ca)
    this.#url = url
    this.#username = username
  }

  get cookieLines(): readonly string[] {
    return this.script.cookieLines
  }

  /** From the link of the invitation to a session: chooses a password, enrols an authenticator. */
  async enter(token: string): Promise<void> {
    const password = 'violet otter walks 1'
    const post = (path: string, body: unknown) =>
      this.script.send<Fields>(`${this.#url}/signalbox/login${path}`, { method: 'POST', body })
    expect((await post('/reset', { token, password })).status).toBe(200)
    expect((await post('', { username: this.#username, password })).body).toMatchObject({
      status: 'required-action',
      action: 'AUTHENTICATOR',
    })
    const { secret = '' } = (await post('/required-action/authenticator/begin', {})).body
    const code = await codeAt(secret, new Date())
    expect((await post('/required-action/authenticator/confirm', { code })).body).toMatchObject({
      next: { status: 'authenticated' },
    })
  }

  get<Body>(path: string) {
    return this.script.send<Body>(this.#address(path))
  }

  post(path: string, body: unknown) {
    return this.script.send<Fields>(this.#address(path), {
      method: 'POST',
      body,
      headers: { 'x-operation-id': randomUUID() },
    })
  }

  /** A write that has to succeed, and its answer. */
  async done<Body = Fields>(path: string, body: unknown): Promise<Body> {
    const answer = await this.post(path, body)
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)])
    return answer.body as Body
  }

  #address(path: string): string {
    return `${this.#url}/signalbox/backoffice/api${path}`
  }
}
