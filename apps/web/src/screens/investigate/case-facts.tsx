import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { caseFields } from '@signalbox/model/entities/case'
import { caseResolutions, caseTypes } from '@signalbox/model/investigation/case'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import { Link } from '@tanstack/react-router'
import { FieldView, InstantView } from '../../kit/field/field-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWithPspNames } from '../../kit/psp-names.ts'
import { Section } from '../../ui/section.tsx'
import { FactSection, StateBadge } from '../transactions/for-other-screens.ts'
import { CaseStateBadge, DueText, SeverityBadge } from './case-cells.tsx'
import styles from './investigate.module.css'

/** Where the case stands, in one line. */
export function CaseSummary({ sheet }: { readonly sheet: CaseSheet }) {
  const { amount, reported, severity, state, txState, dueAt, overdue, assignee } = sheet
  return (
    <div className={styles.summary}>
      {amount === null && reported === null ? null : (
        <span className={styles.amount}>
          <FieldView field={transactionFields.amount} value={amount ?? reported} />
        </span>
      )}
      {txState === null ? null : <StateBadge value={txState} />}
      <CaseStateBadge state={state} />
      <SeverityBadge severity={severity} />
      {state === 'RESOLVED' ? null : (
        <span className={styles.muted}>
          due <DueText iso={dueAt} overdue={overdue} done={false} />
        </span>
      )}
      <span className={styles.muted}>{assignee === null ? 'Unassigned' : `with ${assignee}`}</span>
    </div>
  )
}

const pspAnswerTexts: Readonly<Record<string, string>> = {
  approved: 'Paid',
  declined: 'Declined',
  notFound: 'Payment not found',
  pending: 'Pending',
  redirect: 'Waiting for the user',
  notSent: 'Could not be reached',
  unknown: 'Invalid answer',
}

/** What probably happened, the likeliest first, and what that speaks for. */
function Causes({ sheet }: { readonly sheet: CaseSheet }) {
  const withPspNames = useWithPspNames()
  if (sheet.causes.length === 0) return null
  return (
    <Section title="Suspected cause">
      <ul className={styles.causes}>
        {sheet.causes.map(({ code, text, points, weight }) => (
          <li key={code} className={styles.cause} data-weight={weight}>
            <Icon name={weight === 'LIKELY' ? 'warning' : 'search'} size={16} />
            <div>
              {withPspNames(text)}
              <small>
                {weight === 'LIKELY' ? 'Likely' : 'Possible'}
                {points === null ? '' : ` · suggests ${points.toLowerCase()}`}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Resolution({ sheet }: { readonly sheet: CaseSheet }) {
  const { resolution, resolvedAt, txWorking } = sheet
  if (resolution === null || resolvedAt === null)
    return txWorking ? (
      <p className={styles.explanation} role="status">
        A decision is being carried out. The case closes when the payment is final.
      </p>
    ) : null
  return (
    <p className={styles.explanation} data-tone="positive">
      {caseResolutions[resolution]} · <InstantView iso={resolvedAt} />
    </p>
  )
}

const codeText = (sheet: CaseSheet): string | null => {
  const known = statusCodes.find(({ code }) => code === sheet.statusCode)
  return known ? `${known.no} ${known.code}` : sheet.statusCode
}

/** The facts somebody decides by. */
export function CaseFacts({ sheet }: { readonly sheet: CaseSheet }) {
  const withPspNames = useWithPspNames()
  return (
    <>
      <Resolution sheet={sheet} />
      <Causes sheet={sheet} />
      <FactSection
        title="The case"
        facts={[
          ['Type', caseTypes[sheet.type]],
          ['Opened', sheet.openedAt, 'instant'],
          ['Opened because', sheet.cause && withPspNames(sheet.cause)],
          ['Merchant', sheet.merchantId, 'merchant'],
        ]}
      />
      {sheet.txId === null ? null : (
        <FactSection
          title="The payment"
          extra={
            <Link to="/transactions" search={{ id: String(sheet.txId) }} className={styles.note}>
              Open transaction
            </Link>
          }
          facts={[
            ['Transaction', sheet.txId, caseFields.txId],
            ['User', sheet.userId],
            ['Type', sheet.txType && transactionTypeLabel(sheet.txType)],
            ['Status', codeText(sheet)],
            ['PSP', sheet.psp, caseFields.psp],
            ['PSP reference', sheet.pspRefId, 'pattern'],
            ['Requested', sheet.pspAmount, transactionFields.amount],
            ['Attempts', sheet.attemptCount, 'number'],
          ]}
        />
      )}
      {sheet.asked === null ? null : (
        <Section title="Last answer from the PSP">
          <p className={styles.summary}>
            <StatusBadge tone={sheet.asked.kind === 'approved' ? 'positive' : 'neutral'} icon="send">
              {pspAnswerTexts[sheet.asked.kind] ?? sheet.asked.kind}
            </StatusBadge>
            <span className={styles.muted}>
              <InstantView iso={sheet.asked.at} />
            </span>
          </p>
        </Section>
      )}
    </>
  )
}
