import { pendingGrant } from '../entities/pending-grant.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'

const { list, get, history, export: exported } = resourceEndpoints(pendingGrant)

export const pendingGrantCalls = { list, get, history, export: exported, ...operationEndpoints(pendingGrant) }
