import {
  batchStates,
  voucherStates,
  type BatchState,
  type VoucherState,
} from '@signalbox/model/store/store-state'
import { Link } from '@tanstack/react-router'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

interface Look {
  readonly tone: Tone
  readonly icon?: IconName
}

const voucherLooks: Readonly<Record<VoucherState, Look>> = {
  CREATED: { tone: 'neutral' },
  ACTIVE: { tone: 'positive' },
  RESERVED: { tone: 'input' },
  REDEEMED: { tone: 'active', icon: 'check' },
  REFUNDED: { tone: 'off' },
  BLOCKED: { tone: 'negative', icon: 'lock' },
  EXPIRED: { tone: 'off' },
}

const batchLooks: Readonly<Record<BatchState, Look>> = {
  CREATED: { tone: 'neutral' },
  GENERATED: { tone: 'input', icon: 'hourglass' },
  RELEASED: { tone: 'positive' },
  CLOSED: { tone: 'off' },
}

export function VoucherBadge({ value }: { readonly value: unknown }) {
  const state = value as VoucherState
  const { tone, icon } = voucherLooks[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {voucherStates[state]}
    </StatusBadge>
  )
}

export function BatchBadge({ value }: { readonly value: unknown }) {
  const state = value as BatchState
  const { tone, icon } = batchLooks[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {batchStates[state]}
    </StatusBadge>
  )
}

/** Opens the payment, for those who may see payments. */
export function PaymentLink({ value }: { readonly value: unknown }) {
  const may = useMay('transactions.view')
  if (typeof value !== 'number') return '–'
  return may ? (
    <Link to="/transactions" search={{ id: String(value) } as never}>
      {value}
    </Link>
  ) : (
    value
  )
}

/** The product by its SKU; an id says nothing to anybody. */
export function ProductLink({ row, value }: { readonly row: Row; readonly value: unknown }) {
  return (
    <Link to="/product/read" search={{ id: String(value) } as never}>
      {String(row.sku)}
    </Link>
  )
}
