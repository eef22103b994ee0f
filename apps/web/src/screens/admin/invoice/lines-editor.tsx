import { Button, Input, TextInput } from '@mantine/core'
import { isVatRounding, type InvoiceLine } from '@signalbox/model/billing/invoice-line'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './invoice.module.css'

type Line = Pick<InvoiceLine, 'code' | 'description' | 'qty' | 'unitPrice'>

/** A code no other line has. */
function freshCode(lines: readonly Line[]): string {
  for (let no = 1; ; no++) if (!lines.some(({ code }) => code === `MANUAL-${no}`)) return `MANUAL-${no}`
}

const inputs = [
  ['description', 'Description'],
  ['qty', 'Quantity'],
  ['unitPrice', 'Price'],
] as const

/** Lines of a draft: what is charged, how many, at what price. A credit has a quantity below zero. */
export function LinesEditor({ id, field, value, onChange, error, problems = {}, disabled }: FieldEditProps) {
  // The rounding of VAT follows from the others when they are saved.
  const lines = ((value ?? []) as readonly Line[]).filter((line) => !isVatRounding(line))
  const change = (at: number, part: Partial<Line>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  return (
    <Input.Wrapper label={field.label} error={error} labelElement="div" id={id}>
      <div className={styles.editor}>
        {lines.map((line, at) => (
          <div key={line.code} className={styles.editLine} role="group" aria-label={`Line ${at + 1}`}>
            {inputs.map(([name, label]) => (
              <TextInput
                key={name}
                label={label}
                disabled={disabled}
                error={problems[`${at}.${name}`]}
                value={line[name]}
                onChange={(event) => change(at, { [name]: event.currentTarget.value })}
              />
            ))}
            <IconButton
              icon="trash"
              label={`Remove line ${at + 1}`}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          style={{ alignSelf: 'flex-start' }}
          disabled={disabled}
          onClick={() =>
            onChange([...lines, { code: freshCode(lines), description: '', qty: '1', unitPrice: '0' }])
          }
        >
          Add line
        </Button>
      </div>
    </Input.Wrapper>
  )
}
