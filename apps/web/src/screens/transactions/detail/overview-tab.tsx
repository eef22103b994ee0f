import { codeWords } from '@signalbox/model/text/code-words'
import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import { transactionFields as fields } from '@signalbox/model/entities/transaction'
import { kycStatusText } from '@signalbox/model/kyc/kyc-status'
import type { DetailSection } from '@signalbox/model/transaction/declare'
import { sectionFields } from '@signalbox/model/transaction/shapes'
import { Button } from '@mantine/core'
import { usePspName, type PspName } from '../../../kit/psp-names.ts'
import { emptyListState } from '../../../kit/list/list-state.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FactSection, type Fact } from './facts.tsx'
import styles from './detail.module.css'
import { FinanceLines } from './finance-lines.tsx'
import { MoneyWaterfall } from './money-waterfall.tsx'
import { StatusPanel } from './status-panel.tsx'
import type { TabProps } from './transaction-drawer.tsx'
import { InstantView } from '../../../kit/field/field-view.tsx'
import { Section } from '../../../ui/section.tsx'
import { UserTotalsTable } from './user-totals.tsx'

/** Fields that declare the section they belong to, below what the section says itself. */
const declaredFacts = (t: TransactionDetail, section: DetailSection): Fact[] =>
  sectionFields(section).map(([name, field]) => [field.label, t[name], field])

const summary = (t: TransactionDetail, pspName: PspName): Fact[] => [
  ['Type', transactionTypeLabel(t.txType)],
  ['Payment', t.paymentType, fields.paymentType],
  ['Created', t.created, 'instant'],
  ['Last updated', t.lastUpdated, 'instant'],
  ['Completed', t.completedAt, 'instant'],
  ['Reference', t.txRefId, 'pattern'],
  ['Merchant tx id', t.merchantTxId, 'pattern'],
  ['Merchant', t.merchantId, 'merchant'],
  ['PSP', [t.psp && pspName(t.psp), t.pspAccount, t.pspService].filter(Boolean).join(' · ')],
  ['PSP reference', t.pspRefId, 'pattern'],
  [
    'First PSP',
    t.initiatedPsp === t.psp
      ? null
      : [t.initiatedPsp && pspName(t.initiatedPsp), t.initiatedPspAccount].filter(Boolean).join(' · '),
  ],
  ['Attempts', t.attemptCount > 1 ? t.attemptCount : null, 'number'],
  [
    'Source',
    [codeWords(t.apiSource), t.apiClientName ?? t.initiatedBy ?? t.apiClientId].filter(Boolean).join(' · '),
  ],
  ['Channel', t.channelId],
  ['Capture due', t.captureDueAt, 'instant'],
  ['Capture possible until', t.captureUntil, 'instant'],
  ['Maintenance', t.maintenanceId, 'pattern'],
  ['Reconciliation', t.reconStatus === 'NONE' ? null : t.reconStatus, fields.reconStatus],
  ['Tags', t.tags, 'strings'],
  ...declaredFacts(t, 'summary'),
]

const user = (t: TransactionDetail): Fact[] => [
  ['User', t.userId, 'pattern'],
  ['Name', [t.firstName, t.lastName].filter(Boolean).join(' ')],
  ['Category', t.userCat],
  ['Country', t.userCountry, 'country'],
  ['Email', t.email],
  ['Phone', t.mobile],
  ['Date of birth', t.dob],
  ['City', t.city],
  ['Locale', t.userLocale],
  ['IP address', t.ipAddr, 'pattern'],
  ['IP country', t.ipCountry, 'country'],
  ...declaredFacts(t, 'user'),
]

const account = (t: TransactionDetail): Fact[] => [
  ['Account', t.maskedUserAccount, 'pattern'],
  ['Holder', t.accountHolder],
  ['Card', [t.cardBrand, t.cardType, t.cardCategory].filter(Boolean).join(' · ')],
  ['Expires', t.cardExpiry],
  ['BIN', t.bin, 'pattern'],
  ['Issuer', t.issuerName],
  ['Issuer country', t.issuerCountry, 'country'],
  ['BIC', t.bic, 'pattern'],
  ...declaredFacts(t, 'account'),
]

const threeDs = (t: TransactionDetail): Fact[] => [
  ['Flow', t.threeDsFlow, fields.threeDsFlow],
  ...declaredFacts(t, 'threeDs'),
]

const risk = (t: TransactionDetail): Fact[] => [
  ['Fraud decision', t.fraudDecision, fields.fraudDecision],
  ['Fraud score', t.fraudScore, 'number'],
  ['Screened by', t.fraudProvider],
  ['KYC status', kycStatusText(t.kycStatus)],
  ['KYC at the merchant', kycStatusText(t.merchantKycStatus)],
  ...declaredFacts(t, 'risk'),
]

function Approvals({ transaction }: Pick<TabProps, 'transaction'>) {
  const { approvals, approvalMode, approvalQueue, approvalTags } = transaction
  if (approvals.length === 0 && approvalMode === 'NONE') return null
  const mode = fields.approvalMode.options?.[approvalMode]
  return (
    <Section
      title="Approval"
      extra={
        <span className={styles.note}>
          {[mode, approvalQueue, ...approvalTags].filter(Boolean).join(' · ')}
        </span>
      }
    >
      {approvals.length === 0 ? (
        <p className={styles.note}>No decisions yet.</p>
      ) : (
        <table className={styles.table} aria-label="Decisions">
          <tbody>
            {approvals.map(({ level, decision, username, at, info, override }) => (
              <tr key={level}>
                <td>Level {level}</td>
                <td>
                  <StatusBadge tone={decision === 'APPROVE' ? 'positive' : 'negative'}>
                    {decision === 'APPROVE' ? 'Approved' : 'Denied'}
                  </StatusBadge>
                </td>
                <td>
                  {username}
                  {override ? ' (override)' : ''}
                </td>
                <td>{info}</td>
                <td className={styles.figure}>
                  <InstantView iso={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** The same payment, user or reference in systems of the merchant's own. */
function Elsewhere({ links }: { readonly links: TransactionDetail['externalLinks'] }) {
  if (links.length === 0) return null
  return (
    <Section title="In other systems">
      <p className={styles.links}>
        {links.map(({ column, title, url }) => (
          <a key={`${column} ${title}`} href={url} target="_blank" rel="noopener noreferrer">
            {title} <Icon name="external" size={13} />
          </a>
        ))}
      </p>
    </Section>
  )
}

/** What most people open a payment for: where it stands and why, how much, whose, and through whom. */
export function OverviewTab({ transaction, list }: TabProps) {
  const { masked, userId, isTestUser, attributes } = transaction
  const pspName = usePspName()
  return (
    <div className={styles.sections}>
      <StatusPanel transaction={transaction} />
      <FactSection title="Summary" facts={summary(transaction, pspName)} />
      <Elsewhere links={transaction.externalLinks} />
      <Section title="Amounts and fees">
        <MoneyWaterfall transaction={transaction} />
      </Section>
      <FinanceLines transaction={transaction} />
      <FactSection
        title="User"
        facts={user(transaction)}
        extra={
          <>
            {isTestUser ? <StatusBadge tone="neutral">Test user</StatusBadge> : null}
            {masked ? (
              <StatusBadge tone="off" icon="eye-off">
                Partly hidden
              </StatusBadge>
            ) : null}
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<Icon name="filter" size={14} />}
              onClick={() => list.change({ ...emptyListState, filters: { userId } })}
            >
              All of this user
            </Button>
          </>
        }
      />
      <UserTotalsTable transaction={transaction} />
      <FactSection title="Account" facts={account(transaction)} />
      <FactSection title="3-D Secure" facts={threeDs(transaction)} />
      <FactSection title="KYC and fraud" facts={risk(transaction)} />
      <Approvals transaction={transaction} />
      <FactSection
        title="Attributes"
        facts={Object.entries(attributes).map(([name, value]): Fact => [name, value])}
      />
    </div>
  )
}
