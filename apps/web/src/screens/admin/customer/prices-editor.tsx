import { Button, Input, Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import {
  billedProducts,
  noPrices,
  type Prices,
  type ProductPrices,
} from '@signalbox/model/billing/price-list'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './prices.module.css'

type Problems = Readonly<Record<string, string>>

const single = [
  ['monthlyFee', 'Monthly fee'],
  ['minimumMonthly', 'Minimum a month'],
  ['perRefund', 'Each refund'],
  ['perChargeback', 'Each chargeback'],
  ['schemeTokenFee', 'Each network token payment'],
] as const

interface PartProps<T> {
  readonly value: T
  readonly path: string
  readonly problems: Problems
  readonly disabled?: boolean
  readonly onChange: (value: T) => void
}

/** Tiers of one product: from how many payments a month on each costs what. */
function ProductPart({ value, path, problems, disabled, onChange }: PartProps<ProductPrices>) {
  const { tiers } = value
  const change = (at: number, part: Partial<ProductPrices['tiers'][number]>) =>
    onChange({ ...value, tiers: tiers.map((tier, index) => (index === at ? { ...tier, ...part } : tier)) })
  const label = billedProducts[value.product]
  return (
    <div className={styles.part} role="group" aria-label={label}>
      <strong>{label}</strong>
      {problems[`${path}.tiers`] === undefined ? null : (
        <Input.Error>{problems[`${path}.tiers`]}</Input.Error>
      )}
      {tiers.map((tier, at) => (
        <div key={at} className={styles.line}>
          <TextInput
            label="From payments a month"
            inputMode="numeric"
            disabled={disabled === true || at === 0}
            error={problems[`${path}.tiers.${at}.from`]}
            value={String(tier.from)}
            onChange={(event) =>
              change(at, { from: Number(event.currentTarget.value.replaceAll(/\D/g, '')) })
            }
          />
          <TextInput
            label="Each"
            disabled={disabled}
            error={problems[`${path}.tiers.${at}.fee`]}
            value={tier.fee}
            onChange={(event) => change(at, { fee: event.currentTarget.value })}
          />
          {at === 0 ? null : (
            <IconButton
              icon="trash"
              label={`Remove tier ${at + 1} of ${label.toLowerCase()}`}
              onClick={() => onChange({ ...value, tiers: tiers.filter((_, index) => index !== at) })}
            />
          )}
        </div>
      ))}
      <div className={styles.line}>
        <Button
          variant="default"
          disabled={disabled}
          onClick={() =>
            onChange({ ...value, tiers: [...tiers, { from: (tiers.at(-1)?.from ?? 0) + 1000, fee: '0' }] })
          }
        >
          Add tier
        </Button>
        <TextInput
          label="Of volume, %"
          disabled={disabled}
          error={problems[`${path}.volumePct`]}
          value={value.volumePct}
          onChange={(event) => onChange({ ...value, volumePct: event.currentTarget.value })}
        />
      </div>
    </div>
  )
}

function PremiumPart({ value, path, problems, disabled, onChange }: PartProps<Prices['premium']>) {
  const { psps } = useSession().metadata.enums
  const data = psps.map(({ psp, name }) => ({ value: psp, label: name }))
  const change = (at: number, part: Partial<Prices['premium'][number]>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <div className={styles.part} role="group" aria-label="Premium prices">
      <strong>Premium prices</strong>
      {value.map(({ psp, fee }, at) => (
        <div key={at} className={styles.line}>
          <Select
            label="PSP"
            data={data}
            searchable
            disabled={disabled}
            error={problems[`${path}.${at}.psp`]}
            value={psp === '' ? null : psp}
            onChange={(next) => change(at, { psp: next ?? '' })}
          />
          <TextInput
            label="Each"
            disabled={disabled}
            error={problems[`${path}.${at}.fee`]}
            value={fee}
            onChange={(event) => change(at, { fee: event.currentTarget.value })}
          />
          <IconButton
            icon="trash"
            label={`Remove premium price ${at + 1}`}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        disabled={disabled}
        onClick={() => onChange([...value, { psp: '', fee: '0' }])}
      >
        Add PSP
      </Button>
    </div>
  )
}

/** All prices of a list. */
export function PricesEditor({ id, field, value, onChange, error, problems = {}, disabled }: FieldEditProps) {
  const prices = (value ?? noPrices) as Prices
  const set = (part: Partial<Prices>) => onChange({ ...prices, ...part })
  return (
    <Input.Wrapper label={field.label} error={error} labelElement="div" id={id}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} mt={6}>
        {single.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            disabled={disabled}
            error={problems[name]}
            value={prices[name]}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <Switch
        mt={12}
        label="Failed payments count, too"
        disabled={disabled}
        checked={prices.countFailed}
        onChange={(event) => set({ countFailed: event.currentTarget.checked })}
      />
      {prices.products.map((product, at) => (
        <ProductPart
          key={product.product}
          value={product}
          path={`products.${at}`}
          problems={problems}
          disabled={disabled}
          onChange={(next) =>
            set({ products: prices.products.map((each, index) => (index === at ? next : each)) })
          }
        />
      ))}
      <PremiumPart
        value={prices.premium}
        path="premium"
        problems={problems}
        disabled={disabled}
        onChange={(premium) => set({ premium })}
      />
    </Input.Wrapper>
  )
}
