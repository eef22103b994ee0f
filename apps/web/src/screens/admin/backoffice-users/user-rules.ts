import { roleOf, toxicPairs, type Role } from '@signalbox/model/roles'
import { texts } from '@signalbox/model/texts'
import { asList } from '../../../kit/display-text.ts'
import type { Row } from '../../../kit/listing.ts'
import { sessionStore } from '../../../kit/session-store.ts'
import type { RecordCheck } from '../../../kit/use-record-form.ts'

export const rolesOf = (value: unknown): Role[] => asList(value).flatMap((name) => roleOf(String(name)) ?? [])

/** Pairs among these roles that let one person do alone what two should do together. */
export const toxicAmong = (roles: readonly Role[]) =>
  toxicPairs.filter((pair) => pair.every((role) => roles.includes(role)))

/** Pairs that this change brings about; one that was allowed before needs no second explanation. */
const newToxic = (before: readonly Role[], after: readonly Role[]) =>
  toxicAmong(after).filter((pair) => !pair.every((role) => before.includes(role)))

const secondFactors = ['AUTHENTICATOR', 'SECURITY_KEY']

export const checkUser: RecordCheck = ({ values, before, record, note }) => {
  const hasFactor = asList(record?.twoFactor).length > 0
  const asksFactor = asList(values.requiredActions).some((action) => secondFactors.includes(String(action)))
  const toxic = newToxic(rolesOf(before?.roles), rolesOf(values.roles))
  return {
    ...(!hasFactor && !asksFactor && { requiredActions: texts.twoFactorRequired }),
    ...(toxic.length > 0 && note.trim() === '' && { note: texts.required }),
  }
}

export const isOwnAccount = (username: unknown): boolean =>
  username !== null && username === sessionStore.get()?.metadata.user.username

const stateRefusals: Readonly<Record<string, (state: unknown) => string | null>> = {
  enable: (state) => (state === 'DISABLED' ? null : 'Only a disabled user can be enabled.'),
  disable: (state) => (state === 'DISABLED' ? 'The user is disabled already.' : null),
  unlock: (state) => (state === 'LOCKED' ? null : 'The user is not locked.'),
  'send-reset-link': (state) => (state === 'DISABLED' ? 'The user is disabled.' : null),
  'revoke-sessions': (state) => (state === 'INVITED' ? 'The user has never signed in.' : null),
}

const notOnOneself = ['enable', 'disable', 'unlock', 'delete']

export function operationRefusal(name: string, row: Row): string | null {
  if (row.state === 'DELETED') return 'The user is deleted.'
  if (notOnOneself.includes(name) && isOwnAccount(row.username))
    return 'You cannot do this to your own account.'
  return stateRefusals[name]?.(row.state) ?? null
}
