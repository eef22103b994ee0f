import { Button, Input, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { PspService } from '@signalbox/model/reference/psp-settings'
import { providerTypeLabels } from '@signalbox/model/reference/transaction-types'
import { useState } from 'react'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AmountInput } from './amount-input.tsx'
import styles from './psp-parts.module.css'

const methods = Object.entries(providerTypeLabels).map(([value, label]) => ({ value, label }))
const fresh: PspService = { service: '', label: '', providerType: 'BANK', limits: {} }

function Limits({
  service: { service, limits },
  disabled,
  onChange,
}: {
  readonly service: PspService
  readonly disabled?: boolean
  readonly onChange: (limits: PspService['limits']) => void
}) {
  const [currency, setCurrency] = useState('')
  const code = currency.trim().toUpperCase()
  const set = (name: string, change: PspService['limits'][string]) =>
    onChange({ ...limits, [name]: { ...limits[name], ...change } })
  const without = (name: string) =>
    onChange(Object.fromEntries(Object.entries(limits).filter(([other]) => other !== name)))
  return (
    <>
      {Object.entries(limits).map(([name, { min, max }]) => (
        <div key={name} className={styles.limit}>
          <AmountInput
            label={`Minimum ${name}`}
            currency={name}
            minor={min ?? null}
            disabled={disabled}
            onChange={(next) => set(name, { min: next ?? undefined })}
          />
          <AmountInput
            label={`Maximum ${name}`}
            currency={name}
            minor={max ?? null}
            disabled={disabled}
            onChange={(next) => set(name, { max: next ?? undefined })}
          />
          <IconButton
            icon="close"
            label={`Remove the ${name} limits of ${service}`}
            onClick={() => without(name)}
          />
        </div>
      ))}
      <div className={styles.limit}>
        <TextInput
          label="Limits in another currency"
          placeholder="EUR"
          maxLength={3}
          w={180}
          disabled={disabled}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={disabled === true || !/^[A-Z]{3}$/.test(code) || code in limits}
          onClick={() => {
            onChange({ ...limits, [code]: {} })
            setCurrency('')
          }}
        >
          Add
        </Button>
      </div>
    </>
  )
}

interface ServiceCardProps {
  readonly service: PspService
  readonly index: number
  readonly problems: Readonly<Record<string, string>>
  readonly disabled?: boolean
  readonly onChange: (change: Partial<PspService>) => void
  readonly onRemove: () => void
}

function ServiceCard({ service, index, problems, disabled, onChange, onRemove }: ServiceCardProps) {
  return (
    <div className={styles.card} role="group" aria-label={service.label || `Service ${index + 1}`}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        <TextInput
          label="Name"
          disabled={disabled}
          error={problems[`${index}.label`]}
          value={service.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <TextInput
          label="Id"
          description={undefined}
          disabled={disabled}
          error={problems[`${index}.service`]}
          value={service.service}
          onChange={(event) => onChange({ service: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          label="Method"
          data={methods}
          searchable
          allowDeselect={false}
          disabled={disabled}
          value={service.providerType}
          onChange={(providerType) => onChange({ providerType: providerType ?? service.providerType })}
        />
      </SimpleGrid>
      <Limits service={service} disabled={disabled} onChange={(limits) => onChange({ limits })} />
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        className={styles.remove}
        disabled={disabled}
        onClick={onRemove}
      >
        Remove {service.label || 'service'}
      </Button>
    </div>
  )
}

/** The ways to pay through the PSP that rules and the cashier tell apart. */
export function ServicesEditor({
  id,
  field,
  value,
  onChange,
  error,
  problems = {},
  disabled,
}: FieldEditProps) {
  const services = (value ?? []) as readonly PspService[]
  const set = (index: number, change: Partial<PspService>) =>
    onChange(services.map((other, position) => (position === index ? { ...other, ...change } : other)))
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description="For example each online bank one can pay with"
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={styles.cards}>
        {services.map((service, index) => (
          <ServiceCard
            key={index}
            service={service}
            index={index}
            problems={problems}
            disabled={disabled}
            onChange={(change) => set(index, change)}
            onRemove={() => onChange(services.filter((_, position) => position !== index))}
          />
        ))}
        <Button
          id={id}
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          disabled={disabled}
          onClick={() => onChange([...services, fresh])}
        >
          Add service
        </Button>
      </div>
    </Input.Wrapper>
  )
}
