import { SegmentedControl, Select } from '@mantine/core'
import { localeNames, uiLocales } from '@signalbox/model/reference/locales'
import { csvRow } from '@signalbox/model/text/csv'
import {
  csvSeparators,
  dateFormats,
  decimalSeparators,
  exportDatePatterns,
  formatExportInstant,
  formatExportNumber,
  formatInstant,
  formatNumber,
  groupSeparators,
  type UserFormats,
} from '@signalbox/model/text/user-formats'
import { useId, type ReactNode } from 'react'
import { updateSettings, useFormats } from '../../kit/session/session-store.ts'
import { useNow } from '../../kit/use-now.ts'
import { Card } from '../../ui/card.tsx'
import styles from './settings.module.css'

const separatorNames: Readonly<Record<string, string>> = {
  ',': 'Comma',
  '.': 'Point',
  ';': 'Semicolon',
  ' ': 'Space',
  "'": 'Apostrophe',
  '\t': 'Tab',
  '': 'None',
}

const zones = Intl.supportedValuesOf('timeZone')
const shownZones = 50
const example = { amount: '-1234567.891', label: 'Refund, second part' }

const choices = <T extends string>(values: readonly T[]) =>
  values.map((value) => ({ value, label: separatorNames[value] ?? value }))

interface FormatCardProps {
  readonly formats: UserFormats
  readonly now: string
  readonly set: (patch: Partial<UserFormats>) => void
}

function TimeCard({ formats, now, set }: FormatCardProps) {
  return (
    <Card title="Emails and time">
      <div className={styles.fields}>
        <Select
          label="Language of your emails"
          description="The console itself is in English. The cashier and its messages use the language of each user."
          data={uiLocales.map((value) => ({ value, label: localeNames[value] }))}
          value={formats.locale}
          onChange={(locale) => locale !== null && set({ locale })}
          allowDeselect={false}
        />
        <Select
          label="Time zone"
          searchable
          limit={shownZones}
          data={zones.includes(formats.timeZone) ? zones : [formats.timeZone, ...zones]}
          value={formats.timeZone}
          onChange={(timeZone) => timeZone !== null && set({ timeZone })}
          allowDeselect={false}
          nothingFoundMessage="No such time zone"
        />
        <Choice label="Dates in lists">
          {(id) => (
            <SegmentedControl
              aria-labelledby={id}
              data={[...dateFormats]}
              value={formats.dateFormat}
              onChange={(dateFormat) => set({ dateFormat })}
            />
          )}
        </Choice>
        <output className={styles.example}>Now: {formatInstant(now, formats)}</output>
      </div>
    </Card>
  )
}

function FiguresCard({ formats, set }: Omit<FormatCardProps, 'now'>) {
  // A figure whose thousands look like its decimals cannot be read back.
  const groups = groupSeparators.filter((separator) => separator !== formats.decimalSeparator)
  return (
    <Card title="Figures">
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Select
            label="Decimal separator"
            data={choices(decimalSeparators)}
            value={formats.decimalSeparator}
            onChange={(decimalSeparator) => {
              if (decimalSeparator === null) return
              const clash = formats.groupSeparator === decimalSeparator
              set({ decimalSeparator, ...(clash ? { groupSeparator: ' ' } : {}) })
            }}
            allowDeselect={false}
          />
          <Select
            label="Thousands separator"
            data={choices(groups)}
            value={formats.groupSeparator}
            onChange={(groupSeparator) => groupSeparator !== null && set({ groupSeparator })}
            allowDeselect={false}
          />
        </div>
        <output className={styles.example}>{formatNumber(example.amount, formats)}</output>
      </div>
    </Card>
  )
}

function ExportsCard({ formats, now, set }: FormatCardProps) {
  return (
    <Card title="Exports">
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Select
            label="CSV separator"
            data={choices(csvSeparators)}
            value={formats.csvSeparator}
            onChange={(csvSeparator) => csvSeparator !== null && set({ csvSeparator })}
            allowDeselect={false}
          />
          <Select
            label="Dates in exports"
            data={[...exportDatePatterns]}
            value={formats.exportDatePattern}
            onChange={(exportDatePattern) => exportDatePattern !== null && set({ exportDatePattern })}
            allowDeselect={false}
          />
        </div>
        <output className={styles.example}>
          <code style={{ whiteSpace: 'pre-wrap' }}>
            {csvRow(
              [formatExportInstant(now, formats), example.label, formatExportNumber(example.amount, formats)],
              formats.csvSeparator,
            ).trimEnd()}
          </code>
        </output>
      </div>
    </Card>
  )
}

/** Everything here takes effect at once; the examples show how. */
export function FormatsTab() {
  const formats = useFormats()
  const now = useNow()
  const set = (patch: Partial<UserFormats>) => void updateSettings({ formats: { ...formats, ...patch } })
  return (
    <>
      <TimeCard formats={formats} now={now} set={set} />
      <FiguresCard formats={formats} set={set} />
      <ExportsCard formats={formats} now={now} set={set} />
    </>
  )
}

function Choice({
  label,
  children,
}: {
  readonly label: string
  readonly children: (labelId: string) => ReactNode
}) {
  const id = useId()
  return (
    <div>
      <div id={id} style={{ fontSize: 13, fontWeight: 500, marginBottom: 4 }}>
        {label}
      </div>
      {children(id)}
    </div>
  )
}
