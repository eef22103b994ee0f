import { Input, NumberInput, Select, SimpleGrid, Switch } from '@mantine/core'
import { currencies } from '@signalbox/model/reference/currencies'
import type { ExpectedFee } from '@signalbox/model/reference/psp-settings'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { AmountInput } from './amount-input.tsx'
import { percentOf, ppmOf } from './percent.ts'

const noFee: ExpectedFee = {
  currency: 'EUR',
  fixed: '0',
  percentagePpm: 0,
  schemePpm: 0,
  min: null,
  max: null,
}
const currencyCodes = currencies.map(({ code }) => code)

interface FeeFieldsProps extends Pick<FieldEditProps, 'problems' | 'disabled'> {
  readonly fee: ExpectedFee
  readonly onChange: (fee: ExpectedFee) => void
}

function FeeFields({ fee, problems = {}, disabled, onChange }: FeeFieldsProps) {
  const set = (change: Partial<ExpectedFee>) => onChange({ ...fee, ...change })
  const share = (label: string, name: 'percentagePpm' | 'schemePpm') => (
    <NumberInput
      label={label}
      hideControls
      min={0}
      max={100}
      decimalScale={4}
      disabled={disabled}
      error={problems[name]}
      value={percentOf(fee[name])}
      onChange={(next) => set({ [name]: ppmOf(Number(next)) })}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} mt={12}>
      {share('Share (%)', 'percentagePpm')}
      {share('Scheme share (%)', 'schemePpm')}
      <Select
        label="Currency"
        data={currencyCodes}
        searchable
        allowDeselect={false}
        disabled={disabled}
        error={problems.currency}
        value={fee.currency}
        onChange={(currency) => set({ currency: currency ?? fee.currency })}
      />
      <AmountInput
        label="Fixed"
        currency={fee.currency}
        minor={fee.fixed}
        disabled={disabled}
        onChange={(fixed) => set({ fixed: fixed ?? '0' })}
      />
      <AmountInput
        label="At least"
        currency={fee.currency}
        minor={fee.min}
        disabled={disabled}
        onChange={(min) => set({ min })}
      />
      <AmountInput
        label="At most"
        currency={fee.currency}
        minor={fee.max}
        disabled={disabled}
        onChange={(max) => set({ max })}
      />
    </SimpleGrid>
  )
}

/** What the PSP is expected to charge per payment. */
export function FeeEditor({ id, field, value, onChange, error, problems, disabled }: FieldEditProps) {
  const fee = value as ExpectedFee | null
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      error={error}
      inputWrapperOrder={['label', 'input', 'error']}
    >
      <Switch
        id={id}
        mt={6}
        label="The PSP charges a fee per payment"
        checked={fee !== null}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked ? noFee : null)}
      />
      {fee === null ? null : (
        <FeeFields fee={fee} problems={problems} disabled={disabled} onChange={onChange} />
      )}
    </Input.Wrapper>
  )
}
