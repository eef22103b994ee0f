import type { Permission } from '../access/policy.ts'

/** Which tables a person may see or edit is decided table by table; these only tell who may come in at all. */
export const rulesView: readonly Permission[] = ['rules.view', 'kyc-rules.view']
export const rulesEdit: readonly Permission[] = ['rules.edit', 'kyc-rules.edit']
