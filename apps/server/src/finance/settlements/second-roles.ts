/** Whether two people together have both roles, each one of them. */
export const haveBothRoles = (one: readonly string[], other: readonly string[]): boolean =>
  (one.includes('SETTLEMENTS') && other.includes('MINIBANK_ADMIN')) ||
  (one.includes('MINIBANK_ADMIN') && other.includes('SETTLEMENTS'))
