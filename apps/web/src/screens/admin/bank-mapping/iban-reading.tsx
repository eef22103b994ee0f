import type { ReadIban } from '@signalbox/model/reference/iban-banks'
import { KeyValues } from '../../../ui/key-values.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

function Verdict({ read }: { readonly read: ReadIban }) {
  if (read.country === null) return <StatusBadge tone="negative">Unknown IBAN country</StatusBadge>
  if (!read.hasRightShape)
    return <StatusBadge tone="negative">Wrong length or characters for {read.countryName}</StatusBadge>
  if (!read.hasRightCheckDigits) return <StatusBadge tone="negative">Wrong check digits</StatusBadge>
  return <StatusBadge tone="positive">Valid</StatusBadge>
}

/** What an IBAN says by itself: country, check digits, bank and branch. */
export function IbanReading({ read }: { readonly read: ReadIban }) {
  return (
    <section aria-live="polite" aria-label="IBAN details">
      <KeyValues
        items={[
          { label: 'IBAN', value: <Verdict read={read} /> },
          { label: 'Country', value: read.countryName },
          { label: 'Bank code', value: read.bankCode },
          { label: 'Branch code', value: read.branchCode },
          { label: 'BIC begins with', value: read.bicPrefix },
        ]}
      />
    </section>
  )
}
