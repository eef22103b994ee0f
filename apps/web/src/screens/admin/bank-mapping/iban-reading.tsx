import type { ReadIban } from '@signalbox/model/reference/iban-banks'
import { KeyValues } from '../../../ui/key-values.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

export interface IbanReadingProps {
  readonly read: ReadIban
  /** What is wrong with it, unless that stands at its field. */
  readonly problem: string | null
}

function Verdict({ read, problem }: IbanReadingProps) {
  if (problem !== null) return <StatusBadge tone="negative">{problem}</StatusBadge>
  return read.hasRightCheckDigits ? <StatusBadge tone="positive">Valid</StatusBadge> : null
}

/** What an IBAN says by itself: country, check digits, bank and branch. */
export function IbanReading({ read, problem }: IbanReadingProps) {
  return (
    <section aria-live="polite" aria-label="IBAN details">
      <KeyValues
        items={[
          { label: 'IBAN', value: <Verdict read={read} problem={problem} /> },
          { label: 'Country', value: read.countryName },
          { label: 'Bank code', value: read.bankCode },
          { label: 'Branch code', value: read.branchCode },
          { label: 'BIC begins with', value: read.bicPrefix },
        ]}
      />
    </section>
  )
}
