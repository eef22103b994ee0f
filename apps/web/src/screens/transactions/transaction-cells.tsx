import { VisuallyHidden } from '@mantine/core'
import { countryOf } from '@signalbox/model/reference/countries'
import { statusInFull, statusReason } from '@signalbox/model/reference/status-words'
import { asText, isNothing, nothing } from '../../kit/field/display-text.ts'
import type { CellView } from '../../kit/list/table-row.tsx'
import { CountryTag } from '../../ui/country-tag.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './transaction-cells.module.css'
import { isVoided, PaymentStateBadge } from './transaction-state.tsx'

/** The status, once: its state, and why in a few words if there is room for them. The tooltip has the code. */
const StatusCell: CellView = ({ row, quiet }) => {
  const no = Number(row.statusCodeNo)
  const cell = (
    <span className={styles.status}>
      <PaymentStateBadge payment={row} />
      <span className={styles.reason}>{isVoided(row) ? '' : statusReason(no)}</span>
    </span>
  )
  return quiet ? cell : <Tooltip content={statusInFull(no)}>{cell}</Tooltip>
}

const Nothing = () => <span className={styles.reason}>{nothing}</span>

/** What is masked tells nobody anything, however long it is. */
const AccountCell: CellView = ({ value, quiet }) => {
  if (isNothing(value)) return <Nothing />
  const account = asText(value)
  const short = <span className={styles.line}>{account.replace(/(?<=\w)\*{3,}(?=\w)/, '…')}</span>
  return quiet ? short : <Tooltip content={account}>{short}</Tooltip>
}

const CountryCell: CellView = ({ value, quiet }) => {
  if (isNothing(value)) return <Nothing />
  const name = countryOf(asText(value))?.name ?? asText(value)
  const tag = (
    <span>
      <CountryTag code={asText(value)} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
  return quiet ? tag : <Tooltip content={name}>{tag}</Tooltip>
}

const StatusCodeCell: CellView = ({ value }) => <span className={styles.code}>{asText(value)}</span>

export const transactionCells: Readonly<Record<string, CellView>> = {
  state: StatusCell,
  statusCode: StatusCodeCell,
  maskedUserAccount: AccountCell,
  userCountry: CountryCell,
}
