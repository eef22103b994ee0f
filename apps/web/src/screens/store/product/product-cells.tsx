import type { Stock } from '@signalbox/model/entities/product'
import { productStates, type ProductState } from '@signalbox/model/store/store-state'
import type { Row } from '../../../kit/list/listing.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const looks: Readonly<Record<ProductState, { readonly tone: Tone; readonly icon?: IconName }>> = {
  DRAFT: { tone: 'neutral' },
  ACTIVE: { tone: 'positive' },
  SUSPENDED: { tone: 'attention', icon: 'pause' },
  RETIRED: { tone: 'off' },
}

export function State({ value }: { readonly value: unknown }) {
  const state = value as ProductState
  const { tone, icon } = looks[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {productStates[state]}
    </StatusBadge>
  )
}

/** `120 issued, 80 active, 30 redeemed` */
export function StockCounts({ value }: { readonly value: unknown }) {
  const stock = (value ?? {}) as Partial<Stock>
  if (!stock.issued) return '–'
  return (['issued', 'active', 'redeemed', 'expired', 'blocked'] as const)
    .filter((name) => name === 'issued' || stock[name])
    .map((name) => `${stock[name] ?? 0} ${name}`)
    .join(', ')
}

/** Fixed values, or the range they are chosen from. */
export function Values({ value, row }: { readonly value: unknown; readonly row: Row }) {
  const fixed = Array.isArray(value) ? value.map(String) : []
  if (fixed.length > 0) return fixed.join(', ')
  const { minValue, maxValue, stepValue } = row
  return typeof minValue === 'string'
    ? `${minValue} to ${String(maxValue)} in steps of ${String(stepValue)}`
    : '–'
}
