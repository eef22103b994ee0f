import type { Scope } from '../../kit/scope.ts'

/** Only this merchant, whoever looks. */
export const ownScope = (merchantId: number): Scope => ({
  selected: merchantId,
  chain: [merchantId],
  effective: [merchantId],
  group: merchantId,
})
