import { secondFactorActions, roleLabel } from '@signalbox/model/entities/user'
import type { Fields } from '@signalbox/model/field/entity'
import { mayGrant, roleOf, toxicPairs, type Role } from '@signalbox/model/access/roles'
import type { MerchantNode } from '@signalbox/model/access/session'
import { texts } from '@signalbox/model/text/texts'
import { asList } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { sessionStore } from '../../../kit/session/session-store.ts'
import type { RecordCheck } from '../../../kit/record/use-record-form.ts'

export const rolesOf = (value: unknown): Role[] => asList(value).flatMap((name) => roleOf(String(name)) ?? [])

/** Pairs among these roles that let one person do alone what two should do together. */
export const toxicAmong = (roles: readonly Role[]) =>
  toxicPairs.filter((pair) => pair.every((role) => roles.includes(role)))

/** Pairs that this change brings about; one that was allowed before needs no second explanation. */
const newToxic = (before: readonly Role[], after: readonly Role[]) =>
  toxicAmong(after).filter((pair) => !pair.every((role) => before.includes(role)))

const asksFactor = (requiredActions: unknown): boolean =>
  secondFactorActions.some((action) => asList(requiredActions).includes(action))

export const checkUser: RecordCheck = ({ values, before, record, note }) => {
  const hasFactor = asList(record?.twoFactor).length > 0
  const toxic = newToxic(rolesOf(before?.roles), rolesOf(values.roles))
  return {
    ...(!hasFactor && !asksFactor(values.requiredActions) && { requiredActions: texts.twoFactorRequired }),
    ...(toxic.length > 0 && note.trim() === '' && { note: texts.required }),
  }
}

export const checkPreset: RecordCheck = ({ values }) => ({
  ...(!asksFactor(values.requiredActions) && { requiredActions: texts.twoFactorRequired }),
})

/** Platform staff: some things are for nobody else, whatever their roles. */
export const isInternal = (record: Row, merchants: readonly MerchantNode[]): boolean =>
  merchants.some(({ id, level }) => id === record.merchantId && level === 0)

export const isOwnAccount = (username: unknown): boolean =>
  username !== null && username === sessionStore.get()?.metadata.user.username

const stateRefusals: Readonly<Record<string, (state: unknown) => string | null>> = {
  enable: (state) => (state === 'DISABLED' ? null : 'Only a disabled user can be enabled.'),
  disable: (state) => (state === 'DISABLED' ? 'The user is already disabled.' : null),
  unlock: (state) => (state === 'LOCKED' ? null : 'The user is not locked.'),
  'send-reset-link': (state) => (state === 'DISABLED' ? 'The user is disabled.' : null),
  'revoke-sessions': (state) => (state === 'INVITED' ? 'The user has never signed in.' : null),
}

const notOnOneself = [
  'enable',
  'disable',
  'unlock',
  'add-role',
  'remove-role',
  'force-password-reset',
  'force-authenticator',
  'force-security-key',
  'delete',
]

export function operationRefusal(name: string, row: Row): string | null {
  if (row.state === 'DELETED') return 'The user is deleted.'
  if (notOnOneself.includes(name) && isOwnAccount(row.username))
    return 'You cannot do this to your own account.'
  return stateRefusals[name]?.(row.state) ?? null
}

const granterRoles = (): readonly Role[] => sessionStore.get()?.roles ?? []

/** Only roles the person may give or take, and to take away only what somebody among the chosen holds. */
export function operationInputs(name: string, asked: Fields, rows: readonly Row[]): Fields {
  if (!asked.role) return asked
  const held = new Set(rows.flatMap((row) => rolesOf(row.roles)))
  const options = Object.entries(asked.role.options ?? {}).filter(([code]) => {
    const role = roleOf(code)
    return role && mayGrant(granterRoles(), role) && (name !== 'remove-role' || held.has(role))
  })
  return { ...asked, role: { ...asked.role, options: Object.fromEntries(options) } }
}

/** Why a grant is not this person's to decide on; null when it is. */
export function grantRefusal(row: Row): string | null {
  if (isOwnAccount(row.username)) return 'You cannot review your own roles.'
  const role = roleOf(String(row.role))
  if (role && !mayGrant(granterRoles(), role)) return `You cannot grant or remove ${roleLabel(role)}.`
  return null
}
