import { Button, Checkbox, TextInput } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { FactGroup } from '@signalbox/model/rules/fact'
import { useState } from 'react'
import { columnsOf, type GridColumn } from '../../kit/decision-grid/core/grid-column.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './columns-dialog.module.css'
import { isFixed } from './shown-columns.ts'

const groupNames: Record<FactGroup, string> = {
  MER: 'Merchant',
  TX: 'Payment',
  USR: 'User',
  CARD: 'Card',
  BANK: 'Bank account',
  IP: 'Network',
  HIST: 'History',
  KYC: 'KYC',
  PSP: 'PSP',
  FRD: 'Fraud screening',
  RES: 'Result',
  AGG: 'Monitoring',
  VAT: 'VAT',
}

const groupOf = (column: GridColumn): string => {
  if (column.kind === 'condition') return groupNames[column.fact.group]
  return column.kind === 'output' ? 'Outcome' : 'Row'
}

export interface ColumnsDialogProps {
  readonly table: DecisionTable
  readonly shown: ReadonlySet<string>
  readonly used: ReadonlySet<string>
  readonly onChange: (shown: ReadonlySet<string>) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Which columns the table shows; every change shows at once behind the dialog. */
export function ColumnsDialog({ table, shown, used, onChange, onReset, onClose }: ColumnsDialogProps) {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const columns = columnsOf(table).filter(
    (column) => !isFixed(column) && `${column.label} ${groupOf(column)}`.toLowerCase().includes(wanted),
  )
  const groups = [...new Set(columns.map(groupOf))].map(
    (group) => [group, columns.filter((column) => groupOf(column) === group)] as const,
  )
  const toggle = (id: string) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={720}
      title="Columns"
      footer={
        <>
          <Button variant="default" onClick={onReset}>
            Columns in use
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <TextInput
        aria-label="Find a column"
        placeholder="Find a column"
        leftSection={<Icon name="search" size={16} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        data-autofocus
      />
      <div className={styles.groups}>
        {groups.map(([group, members]) => (
          <section key={group} className={styles.group} aria-label={group}>
            <h3 className={styles.heading}>{group}</h3>
            {members.map(({ id, label, help }) => (
              <Checkbox
                key={id}
                label={used.has(id) ? `${label} (in use)` : label}
                title={help}
                checked={shown.has(id)}
                onChange={() => toggle(id)}
              />
            ))}
          </section>
        ))}
      </div>
      {columns.length === 0 ? <p>No matching columns.</p> : null}
    </Dialog>
  )
}
