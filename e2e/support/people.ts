import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { Api } from './api.ts'
import { authenticatorCode } from './authenticator-code.ts'
import { linkIn, newestMail } from './mailbox.ts'

export const demoPassword = 'signalbox-demo-1'

export type SessionState = Awaited<ReturnType<APIRequestContext['storageState']>>

/** Enough of everything for whoever administers one merchant. */
const administratorRoles = ['MERCHANT_ADMIN', 'CONFIG_ADMIN', 'AUDIT_VIEWER']

export interface PersonOptions {
  readonly roles?: readonly string[]
  /** The merchant whose staff they are. */
  readonly home?: number
  readonly requiredActions?: readonly string[]
}

export interface Invited {
  readonly id: string
  readonly home: number
  readonly username: string
  readonly email: string
  readonly password: string
}

export interface Person extends Invited {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  readonly api: Api
  readonly state: SessionState
}

export const uniqueName = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`

/** Somebody who has a mail with a link and nothing else. */
export async function invite(admin: Api, options: PersonOptions = {}): Promise<Invited> {
  const { roles = administratorRoles, home = 1000, requiredActions = ['AUTHENTICATOR'] } = options
  const username = uniqueName('journey')
  const email = `${username}@journeys.example`
  const { id } = await admin.post<{ id: string }>(
    '/user',
    {
      username,
      email,
      firstName: 'Journey',
      lastName: username.slice(-8),
      roles,
      requiredActions,
      note: 'Made by a journey',
    },
    { merchantId: home },
  )
  await admin.confirmed(id, home)
  return { id, home, username, email, password: `violet otter walks ${randomUUID().slice(0, 8)} 1` }
}

export async function choosePassword(api: Api, { email, password }: Invited): Promise<void> {
  const link = linkIn(await newestMail(email, 'Welcome'))
  const token = new URLSearchParams(link.hash.slice(1)).get('reset')
  await api.login('/reset', { token, password })
}

/** Takes somebody from the invitation to a session with a second factor, without a browser. */
export async function welcome(
  admin: Api,
  request: APIRequestContext,
  options: PersonOptions,
): Promise<Person> {
  const invited = await invite(admin, options)
  const api = new Api(request)
  await choosePassword(api, invited)
  await api.login('', { username: invited.username, password: invited.password })
  const { secret } = await api.login<{ secret: string }>('/required-action/authenticator/begin')
  const { recoveryCodes } = await api.login<{ recoveryCodes: string[] }>(
    '/required-action/authenticator/confirm',
    { code: authenticatorCode(secret) },
  )
  return { ...invited, secret, recoveryCodes, api, state: await request.storageState() }
}
