import { Alert, Button, Stack } from '@mantine/core'
import type { AuditVerification, ChainVerification } from '@signalbox/model/calls/audit'
import { InstantView } from '../../../kit/field/field-view.tsx'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './verify-chains.module.css'

function Chain({ chain }: { readonly chain: ChainVerification }) {
  const merchantName = useMerchantName()
  const { chainId, ok, fromSeq, toSeq, checkedEntries, checkedAnchors, brokenSeq, reason } = chain
  return (
    <tr>
      <th scope="row">{merchantName(chainId)}</th>
      <td>
        <StatusBadge tone={ok ? 'positive' : 'negative'}>{ok ? 'Intact' : 'Broken'}</StatusBadge>
      </td>
      <td>{checkedEntries === 0 ? '–' : `${fromSeq}–${toSeq}`}</td>
      <td>{checkedEntries}</td>
      <td>{checkedAnchors}</td>
      <td>{ok ? '' : `Entry ${brokenSeq ?? '?'}: ${reason ?? ''}`}</td>
    </tr>
  )
}

function Outcome({ outcome }: { readonly outcome: AuditVerification }) {
  const broken = outcome.chains.filter(({ ok }) => !ok).length
  return (
    <Stack gap={14}>
      <Alert
        color={outcome.ok ? 'green' : 'red'}
        variant="light"
        role="status"
        icon={<Icon name={outcome.ok ? 'check-circle' : 'warning'} />}
        title={outcome.ok ? 'The log is intact' : `${broken} of ${outcome.chains.length} chains do not hold`}
      >
        Every entry was recomputed and compared with its successor and the anchors,{' '}
        <InstantView iso={outcome.at} />.
      </Alert>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Chain</th>
            <th scope="col">State</th>
            <th scope="col">Entries</th>
            <th scope="col">Checked</th>
            <th scope="col">Anchors</th>
            <th scope="col">First broken</th>
          </tr>
        </thead>
        <tbody>
          {outcome.chains.map((chain) => (
            <Chain key={chain.chainId} chain={chain} />
          ))}
        </tbody>
      </table>
    </Stack>
  )
}

/** What came of recomputing the chains. */
export function VerifyOutcome({
  outcome,
  onClose,
}: {
  readonly outcome: AuditVerification
  readonly onClose: () => void
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Integrity of the audit log"
      widthPx={760}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Outcome outcome={outcome} />
    </Dialog>
  )
}
