import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, ApiError, connectApi, loginLocation, NetworkError, request, requestFile } from './api.ts'

interface Sent {
  readonly address: string
  readonly init: RequestInit
}

const header = 'Redirect realm="signalbox", location="/signalbox/login?return_to=%2Fhome"'

let sent: Sent[] = []
let answers: (() => Promise<Response>)[] = []
const networkFailed = vi.fn<() => void>()
const sessionEnded = vi.fn<(location: string) => void>()

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
const refusal = { errorId: 'e1', code: 'INVALID_STATE', message: 'Not now.' }

beforeEach(() => {
  sent = []
  answers = []
  networkFailed.mockReset()
  sessionEnded.mockReset()
  connectApi({
    product: 'signalbox',
    merchantId: () => 1000,
    newId: () => 'id-1',
    networkFailed,
    sessionEnded,
    fetch: (address, init) => {
      sent.push({ address, init })
      return (answers.shift() ?? json(200, {}))()
    },
  })
})

const headersOf = (index: number) => new Headers(sent[index]?.init.headers)

describe('api client', () => {
  it('asks in JSON for the selected merchant', async () => {
    answers = [json(200, { id: '7' })]
    const record = await api('GET /user/{id}', { params: { id: 'a/b' } })
    expect(record).toEqual({ id: '7' })
    expect(sent[0]?.address).toBe('/signalbox/backoffice/api/user/a%2Fb?merchantId=1000')
    expect(headersOf(0).get('Content-Type')).toBe('application/json')
    expect(headersOf(0).has('X-Operation-Id')).toBe(false)
  })

  it('lets what was shown at once outlive the page, unless browsers would refuse to keep it', async () => {
    const save = (name: string) => request('PUT', '/userdata', { body: { name }, outlivesPage: true })
    await save('short')
    await save('x'.repeat(70_000))
    await request('PUT', '/userdata', { body: {} })
    expect(sent.map(({ init }) => init.keepalive ?? false)).toEqual([true, false, false])
  })

  it('says when nobody is there, and then does not count as activity', async () => {
    const succeeded = vi.fn<() => void>()
    connectApi({ succeeded, nobodyThere: () => true })
    await api('GET /userdata')
    connectApi({ nobodyThere: () => false })
    await api('GET /userdata')
    expect([headersOf(0).get('X-Background'), headersOf(1).get('X-Background')]).toEqual(['1', null])
    expect(succeeded).toHaveBeenCalledTimes(1)
  })

  it('counts as activity when something was asked, not when the answer came', async () => {
    const succeeded = vi.fn<(askedAtMs: number) => void>()
    vi.useFakeTimers({ now: 1_000 })
    connectApi({
      succeeded,
      fetch: async () => {
        vi.setSystemTime(61_000)
        return json(200, {})()
      },
    })
    await api('GET /userdata')
    vi.useRealTimers()
    expect(succeeded).toHaveBeenCalledExactlyOnceWith(1_000)
  })

  it('leaves the merchant out of what is about the person', async () => {
    await api('GET /userdata')
    await api('GET /metadata')
    expect(sent.map(({ address }) => address)).toEqual([
      '/signalbox/backoffice/api/userdata',
      '/signalbox/backoffice/api/metadata',
    ])
  })

  it('marks every write with an operation id, the caller’s own when there is one', async () => {
    await request('POST', '/user', { body: { a: 1 } })
    await request('PUT', '/user/1', { body: {}, operationId: 'mine' })
    expect(headersOf(0).get('X-Operation-Id')).toBe('id-1')
    expect(headersOf(1).get('X-Operation-Id')).toBe('mine')
    expect(sent[0]?.init.body).toBe('{"a":1}')
  })

  it('throws what the server refused, after asking whether the session is still there', async () => {
    answers = [json(409, refusal), json(200, {})]
    const error = await request('POST', '/user').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, body: refusal })
    expect(sent[1]?.address).toBe('/signalbox/backoffice/api/metadata')
    expect(sessionEnded).not.toHaveBeenCalled()
  })

  it('asks once for refusals that come together', async () => {
    answers = [json(404, {}), json(404, {}), json(200, {})]
    await Promise.allSettled([request('GET', '/user/1'), request('GET', '/user/2')])
    expect(sent).toHaveLength(3)
  })

  it('ends the session when the check answers 401 with an address', async () => {
    answers = [json(401, {}), json(401, {}, { 'WWW-Authenticate': header })]
    await expect(request('GET', '/user')).rejects.toBeInstanceOf(ApiError)
    expect(sessionEnded).toHaveBeenCalledExactlyOnceWith('/signalbox/login?return_to=%2Fhome')
  })

  it('says when no answer came, unless asked to keep quiet', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answers = [() => Promise.reject(new TypeError('offline')), () => Promise.reject(new TypeError('offline'))]
    await expect(request('GET', '/user')).rejects.toBeInstanceOf(NetworkError)
    expect(log.mock.calls[0]?.[0]).toBe('Failed fetching')
    expect(networkFailed).toHaveBeenCalledOnce()
    await expect(request('GET', '/user', { suppressToast: true })).rejects.toBeInstanceOf(NetworkError)
    expect(networkFailed).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  it('survives an answer that is no JSON', async () => {
    answers = [() => Promise.resolve(new Response('<html>', { status: 502 })), json(200, {})]
    await expect(request('GET', '/user')).rejects.toMatchObject({ status: 502, body: { code: 'INTERNAL' } })
  })

  it('gives a file with the name the server chose', async () => {
    answers = [
      () =>
        Promise.resolve(
          new Response('a,b', { headers: { 'Content-Disposition': 'attachment; filename="users.csv"' } }),
        ),
    ]
    const { name, content } = await requestFile('/user/export', { format: 'csv' })
    expect([name, await content.text()]).toEqual(['users.csv', 'a,b'])
  })

  it('reads the login address only from a redirect challenge', () => {
    expect(loginLocation(header)).toBe('/signalbox/login?return_to=%2Fhome')
    expect(loginLocation('Basic realm="x", location="/evil"')).toBeNull()
    expect(loginLocation(null)).toBeNull()
  })
})
