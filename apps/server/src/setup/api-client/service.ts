import { apiClientStates, type ApiClientState, type ApiScope } from '@signalbox/model/entities/api-client'
import type { Permission } from '@signalbox/model/access/policy'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { isAddressBlock } from '@signalbox/model/rules/network-address'
import type { Work } from '../../kit/handle.ts'
import type { OperationHook, ResourceHooks } from '../../kit/resource.ts'
import type { ApiClientRecord } from './client-record.ts'
import { requireFreshProof } from '../../kit/step-up.ts'
import { signingKeyOf } from './client-assertion.ts'
import { clientFilters, removeTraces, revokeSecrets } from './client-store.ts'
import type { ApiClientDeps } from './deps.ts'
import { clientGrants, refuseNewHolder } from './granted-power.ts'

type Client = ApiClientRecord
type Input = Record<string, unknown>

/** What a client may do for somebody must be something they may do themselves. */
const neededFor: Partial<Record<ApiScope, Permission>> = {
  'config:read': 'configuration.view',
  'config:write': 'configuration.edit',
  'rules:read': 'rules.view',
  'rules:write': 'rules.edit',
}

function checkScopes(work: Work, given: unknown, had: readonly string[]): void {
  if (!Array.isArray(given)) return
  for (const scope of given as ApiScope[]) {
    const permission = had.includes(scope) ? undefined : neededFor[scope]
    if (permission) work.require(permission)
  }
}

/** Whoever gives a client a new way in could act through it, so they must be allowed what it is. */
export const requireScopesOf = (work: Work, client: Pick<Client, 'scopes'>): void =>
  checkScopes(work, client.scopes, [])

/** Whoever holds its secret may do more from then on, so it takes what a new secret takes. */
function proveForMore(work: Work, given: unknown, had: readonly string[]): void {
  if (!Array.isArray(given)) return
  if ((given as string[]).some((scope) => !had.includes(scope))) requireFreshProof(work)
}

function checkAddresses(given: unknown): void {
  if (!Array.isArray(given)) return
  const wrong = (given as string[]).filter((range) => !isAddressBlock(range))
  if (wrong.length === 0) return
  throw invalid({
    field: 'ipAllowlist',
    code: 'CIDR',
    message: `Not an address range: ${wrong.join(', ')}`,
  })
}

/** Another key has another id, so that tokens got with the former one end. */
function keyChange(
  work: Work,
  { signingKeyPublic: given }: Input,
  current: Pick<Client, 'signingKeyPublic' | 'scopes'> | null,
): Input {
  if (given === undefined) return {}
  const text = typeof given === 'string' ? given.trim() : ''
  if (text === '') return { signingKeyPublic: null, signingKeyId: null }
  if (text === current?.signingKeyPublic) return {}
  if (current) requireScopesOf(work, current)
  requireFreshProof(work)
  if (!signingKeyOf(text))
    throw invalid({
      field: 'signingKeyPublic',
      code: 'KEY',
      message: 'Use a public RSA key of 3072 bits or more, or one on the curve P-256, as PEM',
    })
  return { signingKeyPublic: text, signingKeyId: work.newId(), signingKeyBy: work.user.username }
}

const goTo = (
  state: ApiClientState,
  from: readonly ApiClientState[],
  also?: (work: Work, client: Client) => Promise<void>,
): OperationHook<Client> => ({
  async run(work, client) {
    if (!from.includes(client.state)) {
      throw new Refusal('INVALID_STATE', {
        message: `The client is ${apiClientStates[client.state].toLowerCase()}.`,
        current: client,
      })
    }
    await also?.(work, client)
    return { state }
  },
})

/** Business rules of API clients. What a client did refers to it, so one that was ever used is never deleted. */
export const clientHooks = ({
  random,
  destinations: { production },
}: ApiClientDeps): ResourceHooks<Client> => ({
  grants: clientGrants(production),
  filters: (work) => clientFilters(work.now),
  beforeCreate(work, input) {
    checkScopes(work, input.scopes, [])
    checkAddresses(input.ipAllowlist)
    return Promise.resolve({
      ...input,
      ...keyChange(work, input, null),
      clientId: random(16).toString('hex'),
      state: 'ACTIVE',
      createdBy: work.user.username,
    } satisfies Input)
  },
  async beforeUpdate(work, input, current) {
    if (current.state === 'REVOKED')
      throw new Refusal('INVALID_STATE', { message: 'The client is revoked.', current })
    checkScopes(work, input.scopes, current.scopes)
    checkAddresses(input.ipAllowlist)
    proveForMore(work, input.scopes, current.scopes)
    const key = keyChange(work, input, current)
    if (key.signingKeyPublic) await refuseNewHolder(work, current, production)
    return { ...input, ...key }
  },
  async beforeRemove(work, current) {
    if (current.lastUsedAt) {
      throw new Refusal('IN_USE', {
        message: 'The client has signed in, and what it did refers to it. Revoke it instead.',
      })
    }
    await removeTraces(work.tx, current.merchantId, current.id)
  },
  operations: {
    suspend: goTo('SUSPENDED', ['ACTIVE']),
    resume: goTo('ACTIVE', ['SUSPENDED']),
    revoke: goTo('REVOKED', ['ACTIVE', 'SUSPENDED'], (work, client) =>
      revokeSecrets(work.tx, client.merchantId, client.id),
    ),
  },
})
