import { randomUUID } from 'node:crypto'
import { codeAt } from '../../people/identity/testing/authenticator-app.ts'
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
    const post = async (path: string, body: unknown, wanted: string): Promise<Fields> => {
      const answer = await this.script.send<Fields>(`${this.#url}/signalbox/login${path}`, {
        method: 'POST',
        body,
      })
      if (answer.status !== 200 || !answer.text.includes(wanted))
        throw new Error(`${path} answered ${answer.status} ${answer.text}`)
      return answer.body
    }
    await post('/reset', { token, password }, '')
    await post('', { username: this.#username, password }, '"action":"AUTHENTICATOR"')
    const { secret = '' } = await post('/required-action/authenticator/begin', {}, '')
    const code = await codeAt(secret, new Date())
    await post('/required-action/authenticator/confirm', { code }, '"status":"authenticated"')
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
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`)
    return answer.body as Body
  }

  #address(path: string): string {
    return `${this.#url}/signalbox/backoffice/api${path}`
  }
}
