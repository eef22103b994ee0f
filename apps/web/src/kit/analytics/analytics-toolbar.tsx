import { MultiSelect, Select } from '@mantine/core'
import { comparisons } from '@signalbox/model/analytics/query'
import type { ReactNode } from 'react'
import { currencyOptions, merchantOptions } from '../filter/filter-options.ts'
import { useSession } from '../session/session-store.ts'
import styles from './analytics-toolbar.module.css'
import { comparisonLabels, type ControlsInUse } from './controls.ts'
import { FilterControl } from './filter-control.tsx'
import { PeriodControl } from './period-control.tsx'

function CurrencyControl({ controls }: { readonly controls: ControlsInUse }) {
  const { merchant } = useSession().metadata
  const usual = new Set(merchant?.currencies)
  const options = currencyOptions.filter(
    ({ value }) => usual.size === 0 || usual.has(value) || value === controls.currency,
  )
  return (
    <Select
      aria-label="Currency"
      w={150}
      clearable
      placeholder={merchant ? `All, in ${merchant.baseCurrency}` : 'All currencies'}
      value={controls.currency}
      data={[...options]}
      onChange={(currency) => controls.change({ currency })}
    />
  )
}

function MerchantControl({ controls }: { readonly controls: ControlsInUse }) {
  const { metadata, merchantId } = useSession()
  const below = merchantOptions(metadata.merchants).filter(({ value }) => value !== String(merchantId))
  if (below.length === 0) return null
  return (
    <MultiSelect
      aria-label="Merchants"
      w={170}
      clearable
      placeholder={controls.merchantIds.length > 0 ? undefined : 'All merchants'}
      value={controls.merchantIds.map(String)}
      data={merchantOptions(metadata.merchants)}
      onChange={(ids) => controls.change({ merchantIds: ids.map(Number) })}
    />
  )
}

function CompareControl({ controls }: { readonly controls: ControlsInUse }) {
  return (
    <Select
      aria-label="Compare with"
      w={216}
      allowDeselect={false}
      value={controls.compare}
      data={comparisons.map((value) => ({ value, label: comparisonLabels[value] }))}
      onChange={(value) => controls.change({ compare: comparisons.find((each) => each === value) ?? 'none' })}
    />
  )
}

/** What all charts of the page go by. */
export function AnalyticsToolbar({
  controls,
  children,
  hasCompare = true,
}: {
  readonly controls: ControlsInUse
  /** Else each chart says what it is compared with. */
  readonly hasCompare?: boolean
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.toolbar} role="group" aria-label="Period and filters" data-no-print>
      {children}
      <PeriodControl controls={controls} />
      {hasCompare ? <CompareControl controls={controls} /> : null}
      <MerchantControl controls={controls} />
      <CurrencyControl controls={controls} />
      <FilterControl controls={controls} />
    </div>
  )
}
