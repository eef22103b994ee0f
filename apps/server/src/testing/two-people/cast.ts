import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
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
export async function openCast(): Promise<void> {
  platform = await paymentPlatform()
  const roles = [
    'MERCHANT_ADMIN',
    'ADMIN_APPROVER',
    'INVESTIGATOR_ADMIN',
    'RULES_ADMIN',
    'CONFIG_ADMIN',
    'KYC_ADMIN',
    'MINIBANK_ADMIN',
  ]
  await sql`update backoffice_user set roles = ${roles}::text[] where username in ('approver3', 'finance')`.execute(
    platform.db,
  )
  await sql`update backoffice_user set roles = '{OPERATOR_ADMIN}' where username = 'auditor'`.execute(
    platform.db,
  )
  operator = await platform.as('admin')
  otherOperator = await platform.as('auditor')
  lone = await platform.as('approver3')
  colleague = await platform.as('finance')
  // However slow the machine is: that proofs of identity grow old is another test's business.
  await sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)
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
export const confirm = async (who: Client, recordId: string, merchantId = finland): Promise<Outcome> => {
  const { id, version } = await waitingOf(recordId, merchantId)
  return outcomeOf(await who.post(`/pending-grant/${id}/confirm?merchantId=${merchantId}`, { version }))
}

export const withdraw = async (recordId: string): Promise<void> => {
  const { id, version } = await waitingOf(recordId)
  const done = await lone.post(`/pending-grant/${id}/withdraw?${atFinland}`, { version })
  expect(done.status, done.text).toBe(200)
}
