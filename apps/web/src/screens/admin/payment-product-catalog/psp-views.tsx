import { decimalText } from '@signalbox/model/money/money-text'
import {
  declineStages,
  type ExpectedFee,
  type PspService,
  type StatusMapEntry,
} from '@signalbox/model/reference/psp-settings'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { providerTypeLabels } from '@signalbox/model/reference/transaction-types'
import { SmallTable } from '../../../ui/small-table.tsx'
import { percentText } from './percent.ts'
import styles from './psp-parts.module.css'

const amount = (currency: string, minor: string): string =>
  `${decimalText({ minor: BigInt(minor), currency })} ${currency}`

const limitText = ([currency, { min, max }]: [string, PspService['limits'][string]]): string => {
  if (min && max) return `${decimalText({ minor: BigInt(min), currency })}–${amount(currency, max)}`
  if (min) return `from ${amount(currency, min)}`
  return max ? `up to ${amount(currency, max)}` : currency
}

export function ServicesView({ value }: { readonly value: unknown }) {
  const services = (value ?? []) as readonly PspService[]
  if (services.length === 0) return '–'
  return (
    <ul className={styles.plain}>
      {services.map(({ service, label, providerType, limits }) => (
        <li key={service}>
          {label} <span className="mono">{service}</span>{' '}
          <span className={styles.muted}>
            {[
              providerTypeLabels[providerType] ?? providerType,
              ...Object.entries(limits).map(limitText),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function StatusMapView({ value }: { readonly value: unknown }) {
  const entries = (value ?? []) as readonly StatusMapEntry[]
  if (entries.length === 0) return '–'
  return (
    <SmallTable label="Status map" columns={['PSP code', 'Status', 'Stage', 'Note']} maxHeightPx={320}>
      {entries.map(({ pspCode, statusNo, stage, note }) => (
        <tr key={`${stage} ${pspCode}`}>
          <th scope="row" className="mono">
            {pspCode}
          </th>
          <td>
            {statusNo} {statusCodeOf(statusNo)?.code}
          </td>
          <td>{declineStages[stage]}</td>
          <td data-wrap>{note}</td>
        </tr>
      ))}
    </SmallTable>
  )
}

export function FeeView({ value }: { readonly value: unknown }) {
  const fee = value as ExpectedFee | null
  if (!fee) return '–'
  const parts = [
    fee.percentagePpm > 0 ? percentText(fee.percentagePpm) : '',
    BigInt(fee.fixed) > 0n ? amount(fee.currency, fee.fixed) : '',
    fee.schemePpm > 0 ? `scheme ${percentText(fee.schemePpm)}` : '',
  ].filter(Boolean)
  const bounds = [
    fee.min === null ? '' : `at least ${amount(fee.currency, fee.min)}`,
    fee.max === null ? '' : `at most ${amount(fee.currency, fee.max)}`,
  ].filter(Boolean)
  return [parts.join(' + ') || 'None', ...bounds].join(', ')
}

export const ShareView = ({ value }: { readonly value: unknown }) =>
  typeof value === 'number' ? percentText(value) : '–'
