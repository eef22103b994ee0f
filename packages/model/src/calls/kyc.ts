import { kycRecord } from '../entities/kyc-record.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'

// Checks come about by payments, merchants and re-runs, and are part of what the law wants kept.
const { create: _none, remove: _never, ...calls } = resourceEndpoints(kycRecord)

export const kycCalls = { ...calls, ...operationEndpoints(kycRecord) }
