import type { UserSecurity } from '@signalbox/model/calls/user'
import { user } from '@signalbox/model/entities/user'
import type { RecordOf } from '@signalbox/model/field/entity'
import { isList } from '@signalbox/model/field/field'
import type { Page } from '@signalbox/model/field/paging'
import { Refusal } from '@signalbox/model/text/refusal'
import { reviewPeriodOf } from '@signalbox/model/access/review-period'
import type { Role } from '@signalbox/model/access/roles'
import type { FakeHandlers, FakeRequest } from '../../../../kit/testing/fake-api.ts'
import type { Preset } from '../presets.ts'
import type { Grant } from '../role-grants.ts'

export type User = RecordOf<typeof user>

const empty = Object.fromEntries<unknown>(
  Object.entries(user.fields).map(([name, field]) => [name, isList(field.kind) ? [] : null]),
) as User

const system = {
  merchantId: 100010001,
  version: 1,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  updatedBy: 'system',
}

export const person = (username: string, more: Partial<User> = {}): User => ({
  ...empty,
  ...system,
  id: `id-${username}`,
  username,
  firstName: 'Bo',
  lastName: 'Ek',
  email: `${username}@mail.example`,
  state: 'ACTIVE',
  twoFactor: ['TOTP'],
  failedAttempts: 0,
  ...more,
})

export const grant = (username: string, role: Role, more: Partial<Grant> = {}): Grant => ({
  ...system,
  id: `id-${username}:${role}`,
  userId: `id-${username}`,
  username,
  name: 'Bo Ek',
  role,
  grantedAt: '2026-01-05T10:00:00.000Z',
  requestedBy: null,
  grantedBy: 'admin',
  lastUsedAt: null,
  reviewedAt: null,
  reviewedBy: null,
  reviewNote: null,
  state: 'ACTIVE',
  lastLogin: null,
  ...more,
})

export const preset = (name: string, roles: Role[], more: Partial<Preset> = {}): Preset => ({
  ...system,
  id: `preset-${name}`,
  name,
  description: null,
  roles,
  requiredActions: ['SECURITY_KEY'],
  inherited: false,
  ...more,
})

const security: UserSecurity = {
  passwordChangedAt: '2026-02-01T10:00:00.000Z',
  authenticator: { createdAt: '2026-02-01T10:00:00.000Z', lastUsedAt: null },
  securityKeys: [{ id: 'key-1', name: 'Blue key', createdAt: '2026-02-01T10:00:00.000Z', lastUsedAt: null }],
  recoveryCodesLeft: 8,
  sessions: [
    {
      id: 'session-1',
      current: false,
      createdAt: '2026-11-15T10:00:00.000Z',
      lastSeenAt: '2026-11-15T11:00:00.000Z',
      ip: '10.0.0.7',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36',
    },
  ],
  lockedUntil: null,
  linkExpiresAt: '2026-11-15T12:30:00.000Z',
}

const pageOf = <T>(items: T[]): Page<T> => ({
  items,
  start: 0,
  limit: 100,
  total: items.length,
  totalCapped: false,
})

export interface FakeUsers {
  readonly users: User[]
  readonly grants?: Grant[]
  readonly presets?: Preset[]
}

/** Users, what they hold and the presets, as far as the screen asks for them; writes answer and change nothing. */
export function fakeUsers({ users, grants = [], presets = [] }: FakeUsers): FakeHandlers {
  const find = ({ params }: FakeRequest): User => {
    const found = users.find(({ id }) => id === params.id)
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  }
  const ofType = ({ query }: FakeRequest): User[] =>
    query.contactTypes === undefined
      ? users
      : users.filter(({ contactTypes }) =>
          contactTypes.some((type) => query.contactTypes?.split(',').includes(type)),
        )
  return {
    'GET /user': (request) => pageOf(ofType(request)),
    'GET /user/{id}': find,
    'PUT /user/{id}': (request) => ({ ...find(request), version: 2 }),
    'POST /user': ({ body }) => ({ ...person('new'), ...(body as Partial<User>) }),
    'POST /user/{id}/add-role': (request) => ({ ...find(request), version: 2 }),
    'GET /user/{id}/security': () => security,
    'DELETE /user/{id}/session/{sessionId}': () => ({ done: true }),
    'DELETE /user/{id}/security-key/{keyId}': () => ({ done: true }),
    'DELETE /user/{id}/password-link': () => ({ done: true }),
    'GET /role-grant': ({ query }) =>
      pageOf(grants.filter(({ userId }) => query.userId === undefined || userId === query.userId)),
    'GET /role-grant/summary': () => ({
      period: reviewPeriodOf('2026-11-15T00:00:00.000Z'),
      counts: { DUE: grants.length, NEW: 0, CONFIRMED: 0 },
    }),
    'GET /role-preset': () => pageOf(presets),
  }
}
