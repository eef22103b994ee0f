import * as z from 'zod/mini'
import { endpoint, idParams } from '../field/endpoint.ts'
import { oneOf } from '../field/one-of.ts'
import { tokenNetworks } from '../scheme-tokens/token-network.ts'
import { userPspAccount } from '../entities/user-psp-account.ts'
import { bulkEndpoint, operationEndpoints, resourceEndpoints } from '../field/resource.ts'

// Accounts come about by payments, so nobody creates one by a call.
const { create: _none, ...calls } = resourceEndpoints(userPspAccount)

/** Somebody else with the same account. */
const sharedAccount = z.object({
  id: z.string(),
  merchantId: z.number(),
  merchantUserId: z.string(),
  status: z.string(),
  lastUsed: z.nullable(z.string()),
  noSuccessfulTx: z.number(),
})

const states = { ACTIVE: 'Active', SUSPENDED: 'Suspended', DELETED: 'Deleted' } as const

/** What a card network gave in the place of the number; the token itself is told to nobody. */
const accountToken = z.object({
  id: z.string(),
  network: oneOf(tokenNetworks),
  last4: z.string(),
  expiry: z.string(),
  state: oneOf(states),
  provisionedAt: z.string(),
  updatedAt: z.string(),
})
export type AccountToken = z.infer<typeof accountToken>
export const accountTokenStates: Readonly<Record<AccountToken['state'], string>> = states

export const userAccountCalls = {
  ...calls,
  ...operationEndpoints(userPspAccount),
  bulk: bulkEndpoint(userPspAccount),
  blockReasons: endpoint('GET /user-account/block-reasons', {
    summary: 'Why accounts of the merchant may be blocked',
    tag: userPspAccount.plural,
    access: 'user-accounts.view',
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  tokens: endpoint('GET /user-account/{id}/tokens', {
    summary: 'Network tokens of the card, former ones included, newest first',
    tag: userPspAccount.plural,
    access: 'user-accounts.view',
    params: idParams,
    reply: z.object({ items: z.array(accountToken) }),
  }),
  shared: endpoint('GET /user-account/{id}/shared', {
    summary: 'Other users with the same account',
    tag: userPspAccount.plural,
    access: 'user-accounts.view',
    params: idParams,
    reply: z.object({
      items: z.array(sharedAccount),
    }),
  }),
}
