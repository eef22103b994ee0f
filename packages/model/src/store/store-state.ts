export const productStates = {
  DRAFT: 'Draft',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  RETIRED: 'Retired',
} as const
export type ProductState = keyof typeof productStates

export const batchStates = {
  CREATED: 'Created',
  GENERATED: 'Awaiting release',
  RELEASED: 'Released',
  CLOSED: 'Closed',
} as const
export type BatchState = keyof typeof batchStates

export const voucherStates = {
  CREATED: 'Not released',
  ACTIVE: 'Active',
  RESERVED: 'Reserved',
  REDEEMED: 'Redeemed',
  REFUNDED: 'Refunded',
  BLOCKED: 'Blocked',
  EXPIRED: 'Expired',
} as const
export type VoucherState = keyof typeof voucherStates

type Operations<State extends string> = Readonly<Record<string, readonly State[]>>

/** What people do to a product, and the states it can be done in. */
const productOperations: Operations<ProductState> = {
  edit: ['DRAFT', 'ACTIVE', 'SUSPENDED'],
  delete: ['DRAFT'],
  activate: ['DRAFT', 'SUSPENDED'],
  suspend: ['ACTIVE'],
  retire: ['ACTIVE', 'SUSPENDED'],
}

const batchOperations: Operations<BatchState> = {
  codes: ['CREATED'],
  release: ['GENERATED'],
  close: ['CREATED', 'GENERATED', 'RELEASED'],
}

const voucherOperations: Operations<VoucherState> = {
  block: ['ACTIVE'],
  unblock: ['BLOCKED'],
  extend: ['ACTIVE', 'BLOCKED'],
  reissue: ['ACTIVE', 'BLOCKED'],
}

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

/** Why an operation cannot be done now, in words; nothing when it can. */
const whyNot =
  <State extends string>(operations: Operations<State>, labels: Readonly<Record<State, string>>) =>
  (operation: string, state: State): string | undefined => {
    const states = operations[operation]
    if (!states || states.includes(state)) return undefined
    const wanted = listOf(states.map((each) => `"${labels[each]}"`))
    return `Only possible in state ${wanted}. It is "${labels[state]}".`
  }

export const whyNotProduct = whyNot(productOperations, productStates)
export const whyNotBatch = whyNot(batchOperations, batchStates)
const whyNotVoucherState = whyNot(voucherOperations, voucherStates)

/** What of a voucher decides about what can be done to it. */
interface VoucherFacts {
  readonly state: VoucherState
  readonly activatedAt: string | null
  readonly reissuedAs: string | null
}

export function whyNotVoucher(operation: string, voucher: VoucherFacts): string | undefined {
  const why = whyNotVoucherState(operation, voucher.state)
  if (why || !(operation in voucherOperations)) return why
  if (voucher.reissuedAs) return `Voucher ${voucher.reissuedAs} has taken its place.`
  return voucher.activatedAt === null ? 'Its batch was closed before it was released.' : undefined
}
