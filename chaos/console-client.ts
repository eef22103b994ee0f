import { randomUUID } from 'node:crypto'

/** The console's API as somebody who has signed in uses it. */
export interface ConsoleClient {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
}

const password = 'signalbox-demo-1'

async function openSession(origin: string, username: string): Promise<string> {
  const answer = await fetch(`${origin}/signalbox/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

export async function signIn(origin: string, username: string): Promise<ConsoleClient> {
  let cookie = await openSession(origin, username)
  const send = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${origin}/signalbox/backoffice/api${path}`, {
      ...init,
      headers: { cookie, 'content-type': 'application/json', 'x-operation-id': randomUUID() },
    })
  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    let response = await send(path, init)
    if (response.status === 401) {
      // Whoever had nothing to do for a quarter of an hour was signed out.
      cookie = await openSession(origin, username)
      response = await send(path, init)
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    get: (path) => ask(path, { method: 'GET' }),
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}
