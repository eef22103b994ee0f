import * as z from 'zod/mini'
import { endpoint, idParams } from '../field/endpoint.ts'
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
