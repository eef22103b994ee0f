import { Button } from '@mantine/core'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { operationTexts } from './operation-texts.ts'
import { allowedOn } from './use-operations.tsx'

const buttonsShown = 2
/** Everyday work. What repairs or undoes is never one slip of the pointer away. */
const everyday: readonly OperationName[] = ['approve', 'deny', 'unhold', 'capture', 'refund', 'check']

const keys: Readonly<Partial<Record<OperationName, string>>> = { approve: 'a', deny: 'd', hold: 'h' }

/** The likeliest operations of an open payment as buttons, the others behind one more. */
export function OperationButtons({
  row,
  onStart,
}: {
  readonly row: TransactionRow
  readonly onStart: (name: OperationName, row: TransactionRow) => void
}) {
  const names = allowedOn(row)
  const shown = names.filter((name) => everyday.includes(name)).slice(0, buttonsShown)
  const more = names.filter((name) => !shown.includes(name))
  useShortcuts(
    'Operations',
    names.flatMap((name) => {
      const key = keys[name]
      return key ? [{ keys: key, label: operations[name].label, run: () => onStart(name, row) }] : []
    }),
  )
  return (
    <>
      {shown.map((name, index) => (
        <Button
          key={name}
          size="compact-md"
          variant={index === 0 && !operationTexts[name].danger ? 'filled' : 'default'}
          c={operationTexts[name].danger ? 'var(--tone-negative)' : undefined}
          onClick={() => onStart(name, row)}
        >
          {operations[name].label}
        </Button>
      ))}
      {more.length > 0 ? (
        <Menu
          label="More operations"
          target={
            <Button size="compact-md" variant="default" rightSection={<Icon name="chevron-down" size={14} />}>
              More
            </Button>
          }
        >
          {more.map((name) => (
            <MenuItem key={name} danger={operationTexts[name].danger} onSelect={() => onStart(name, row)}>
              {operations[name].label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  )
}
