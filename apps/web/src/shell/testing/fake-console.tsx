import type { Role } from '@signalbox/model/access/roles'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import type { MerchantNode, Metadata, UserData, UserSettings } from '@signalbox/model/access/session'
import { connectApi } from '../../kit/api.ts'

export const merchants: MerchantNode[] = [
  { id: 1000, name: 'Platform', parentId: null, level: 0, state: 'LIVE' },
  { id: 100010000, name: 'Nordic Play', parentId: 1000, level: 1, state: 'LIVE' },
  { id: 100010001, name: 'NordicPlay SE', parentId: 100010000, level: 2, state: 'LIVE' },
  { id: 100010002, name: 'Zebra', parentId: 100010000, level: 2, state: 'LIVE' },
]

export function metadataFor(roles: readonly Role[], internalUser = true): Metadata {
  return {
    version: '2.43.0',
    legacyVersion: '1.0.233',
    environment: 'staging',
    product: 'signalbox',
    serverTime: '2026-11-15T12:00:00.000Z',
    liveSince: '700-1',
    enums: { states: [], statusCodes: [], locales: [], psps: [{ psp: 'acmecards', name: 'Acme Cards' }] },
    user: {
      id: 'user-1',
      username: 'anna',
      displayName: 'Anna Berg',
      homeMerchantId: 1000,
      authorities: roles.map((role) => `ROLE_${role}`),
      attributes: {
        masterMerchant: true,
        hasMasterMerchant: true,
        analyticsUser: false,
        internalUser,
        experimentalUser: false,
      },
    },
    session: {
      idleEndsAt: '2026-11-15T12:15:00.000Z',
      absoluteEndsAt: '2026-11-16T00:00:00.000Z',
      warnSeconds: 120,
    },
    merchants,
  }
}

export const userDataWith = (settings: Partial<UserSettings> = {}): UserData => ({
  settings: { ...defaultSettings, ...settings },
  views: [],
  version: 1,
})

export interface Call {
  readonly key: string
  readonly body: unknown
}

export interface FakeAnswer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

type Answer = FakeAnswer | ((body: unknown) => FakeAnswer)

/** Answers the calls of the console from a table; what the table does not know is a lost connection. */
export function fakeServer(answers: Record<string, Answer>): { calls: Call[] } {
  const calls: Call[] = []
  connectApi({
    product: 'signalbox',
    merchantId: () => 1000,
    fetch: (address, init) => {
      const path = address.split('?', 1)[0]?.replace(/^\/signalbox(\/backoffice\/api)?/, '')
      const key = `${init.method} ${path}`
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      calls.push({ key, body })
      const answer = answers[key]
      if (answer === undefined) return Promise.reject(new TypeError('no connection'))
      const {
        status = 200,
        body: reply = {},
        headers = {},
      } = typeof answer === 'function' ? answer(body) : answer
      return Promise.resolve(new Response(JSON.stringify(reply), { status, headers }))
    },
  })
  return { calls }
}
