import { allPeople, type People } from '@signalbox/model/access/people'
import { peopleBehindClients } from '../../../setup/api-client/read-model.ts'
import type { Tx } from '../../../kit/database.ts'

interface Request {
  readonly initiatedBy: string | null
  readonly apiClientId: string | null
}

/** Says who stands behind the request of each payment; clients are asked about once for a whole queue. */
export async function beganBy(tx: Tx, requests: readonly Request[]): Promise<(request: Request) => People> {
  const clients = [...new Set(requests.flatMap(({ apiClientId }) => apiClientId ?? []))]
  const behind = await peopleBehindClients(tx, clients)
  return ({ initiatedBy, apiClientId }) =>
    allPeople(initiatedBy, apiClientId, ...(behind.get(apiClientId ?? '')?.people ?? []))
}
