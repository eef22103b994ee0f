import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Role } from '@signalbox/model/access/roles'
import { consoleBase } from '../../app.ts'
import { clientOf, type Client } from '../../kit/testing/kit-app.ts'
import { demoPassword } from '@signalbox/sandbox/demo/demo-platform'
import { codeAt } from '../../people/identity/testing/authenticator-app.ts'
import { Browser } from '../../people/identity/testing/browser.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'

/* Who takes part where one person tries what takes two, and what all of these tries have in common. */

export const brand = 100010001
export const at = `merchantId=${brand}`

export interface Outcome {
  readonly status: number
  readonly code: string | undefined
}

/** A way in which one person tries to do what takes two, and what came of it. */
export type Rule = Readonly<Record<string, () => Promise<Outcome>>>

export let platform: PaymentPlatform
/** Tries everything alone: administrator of the merchant, approver, investigator, author of rules. */
export let lone: Client
/** A colleague with the same rights. */
export let colleague: Client
/** Two who run the platform. */
export let operator: Client
export let otherOperator: Client
export const loneRoles: readonly Role[] = [
  'MERCHANT_ADMIN',
  'ADMIN_APPROVER',
  'INVESTIGATOR_ADMIN',
  'RULES_ADMIN',
  'RULES_HUB_PILOT',
  'CONFIG_ADMIN',
  'KYC_ADMIN',
  'MINIBANK_ADMIN',
]
export async function openCast(): Promise<void> {
  platform = await paymentPlatform()
  await sql`update backoffice_user set roles = ${[...loneRoles]}::text[] where username in ('approver3', 'finance')`.execute(
    platform.db,
  )
  await sql`update backoffice_user set roles = '{OPERATOR_ADMIN}' where username = 'auditor'`.execute(
    platform.db,
  )
  operator = await person('admin')
  otherOperator = await person('auditor')
  lone = await person('approver3')
  colleague = await person('finance')
}

/** However slow the machine is: that proofs of identity grow old is the business of one test alone. */
export const freshProofs = () =>
  sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)

/** Who asks in some rule. They have a second session, opened with a backup code. */
const askers = ['approver3', 'admin', 'finance2', 'store']
const cast = new Map<string, Client>()
const names = new Map<Client, string>()
const withBackupCode = new Map<Client, Client>()

/** Somebody of the cast, signed in once. */
export async function person(username: string): Promise<Client> {
  const known = cast.get(username)
  if (known) return known
  // Whoever adds an authenticator is signed out everywhere else, so this comes first.
  const backup = askers.includes(username) ? await sessionByBackupCode(username) : undefined
  const client = await platform.as(username)
  await freshProofs()
  cast.set(username, client)
  names.set(client, username)
  if (backup) withBackupCode.set(client, backup)
  return client
}
export const nameOf = (client: Client): string => required(names.get(client))
/** The same person, in the browser in which a backup code was their second factor. */
export const byBackupCode = (client: Client): Client => required(withBackupCode.get(client))

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not of the cast')
  return value
}

async function sessionByBackupCode(username: string): Promise<Client> {
  const login = { username, password: demoPassword }
  const first = new Browser(platform.app, '192.0.2.77')
  expect((await first.login(login)).body).toMatchObject({ status: 'authenticated' })
  const { secret } = (await first.post('/me/security/authenticator/begin')).body as { secret: string }
  const code = await codeAt(secret, platform.deps.now())
  const enrolled = await first.post('/me/security/authenticator/confirm', { code })
  const [backupCode] = enrolled.body.recoveryCodes as string[]
  const second = new Browser(platform.app, '192.0.2.78')
  expect((await second.login(login)).body).toMatchObject({ status: 'totp' })
  const answer = await second.step('recovery-code', { code: backupCode })
  expect(answer.body, answer.text).toEqual({ status: 'authenticated' })
  // Without it their next login is the short one of the demo again.
  await sql`delete from user_totp where user_id = (select id from backoffice_user where username = ${username})`.execute(
    platform.db,
  )
  const cookie = [...second.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return clientOf(platform.app, consoleBase('signalbox'), () => ({ cookie }))
}

export const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }): Outcome => ({
  status,
  code: body.code,
})

export const ok: Outcome = { status: 200, code: undefined }
export const refused: Outcome = { status: 403, code: 'FOUR_EYES' }

export const group = 100010000
export const atGroup = `merchantId=${group}`
export const finland = 100010002
export const atFinland = `merchantId=${finland}`
let people = 0
export async function newUser(
  roles: readonly string[],
  merchantId = finland,
  merchants: readonly number[] = [],
): Promise<{ id: string; version: number; roles: string[] }> {
  const username = `two-people-${++people}`
  const made = await lone.post(`/user?merchantId=${merchantId}`, {
    username,
    firstName: 'Second',
    lastName: 'Account',
    email: `${username}@mail.example`,
    roles,
    merchants,
    requiredActions: ['AUTHENTICATOR'],
    note: 'A new colleague',
  })
  expect(made.status, made.text).toBe(200)
  return made.body
}
export const userNamed = async (username: string) =>
  (await lone.get(`/user?${atFinland}&keyword=${username}`)).body.items[0] as Awaited<
    ReturnType<typeof newUser>
  >
export const rolesOf = async (id: string) =>
  (await lone.get(`/user/${id}?${atFinland}`)).body.roles as string[]
export const waitingOf = async (recordId: string, merchantId = finland) => {
  const { body, text } = await lone.get(
    `/pending-grant?merchantId=${merchantId}&recordId=${recordId}&state=WAITING`,
  )
  expect(body.items, text).toHaveLength(1)
  return body.items[0] as { id: string; version: number; summary: string; askedBy: string }
}
/** What would confirm the change that waits for a record, once one does. */
export async function confirmationOfGrant(recordId: string, merchantId = finland) {
  const { body } = await lone.get(
    `/pending-grant?merchantId=${merchantId}&recordId=${recordId}&state=WAITING`,
  )
  const [waiting] = body.items as { id: string; version: number }[]
  if (!waiting) return undefined
  const path = `/pending-grant/${waiting.id}/confirm?merchantId=${merchantId}`
  return { path, body: { version: waiting.version } }
}
export const confirm = async (who: Client, recordId: string, merchantId = finland): Promise<Outcome> => {
  const { id, version } = await waitingOf(recordId, merchantId)
  return outcomeOf(await who.post(`/pending-grant/${id}/confirm?merchantId=${merchantId}`, { version }))
}

export const withdraw = async (recordId: string): Promise<void> => {
  const { id, version } = await waitingOf(recordId)
  const done = await lone.post(`/pending-grant/${id}/withdraw?${atFinland}`, { version })
  expect(done.status, done.text).toBe(200)
}
