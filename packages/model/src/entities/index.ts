import type { Entity } from '../entity.ts'
import { apiClient } from './api-client.ts'
import { bankMapping } from './bank-mapping.ts'
import { merchant } from './merchant.ts'
import { roleGrant } from './role-grant.ts'
import { rolePreset } from './role-preset.ts'
import { user } from './user.ts'

/** Table of contents of everything that is a resource. */
export const entities = [
  apiClient,
  bankMapping,
  merchant,
  roleGrant,
  rolePreset,
  user,
] as const satisfies readonly Entity[]
