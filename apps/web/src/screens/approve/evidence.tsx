import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { DecisionSheet, Signal } from '@signalbox/model/calls/approval'
import { transactionFields } from '@signalbox/model/entities/transaction'
import type { ApprovalMode } from '@signalbox/model/payments/tx-event'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { Link } from '@tanstack/react-router'
import { useMayOpen } from '../../kit/session/allowed-pages.ts'
import { FieldView, InstantView } from '../../kit/field/field-view.tsx'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { KeyValues, type KeyValue } from '../../ui/key-values.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Section } from '../../ui/section.tsx'
import { StateBadge } from '../transactions/for-other-screens.ts'
import { LocationBadge } from './approval-cells.tsx'
import styles from './decision-sheet.module.css'

interface Props {
  readonly sheet: DecisionSheet
}

const signalIcons: Record<Signal['tone'], IconName> = {
  negative: 'close-circle',
  attention: 'warning',
  positive: 'check-circle',
}

/** What should not be overlooked, the heaviest first. */
export function Signals({ sheet: { signals } }: Props) {
  if (signals.length === 0) return <p className={styles.quiet}>No risk signals.</p>
  return (
    <ul className={styles.signals} aria-label="Risk signals">
      {signals.map(({ code, tone, text }) => (
        <li key={code} className={styles.signal} data-tone={tone}>
          <Icon name={signalIcons[tone]} size={14} />
          {text}
        </li>
      ))}
    </ul>
  )
}

const Amount = ({ value }: { readonly value: WireMoney }) => (
  <FieldView field={transactionFields.amount} value={value} />
)

function Figures({
  name,
  count,
  sum,
}: {
  readonly name: string
  readonly count: number
  readonly sum: WireMoney
}) {
  return (
    <tr>
      <td>{name}</td>
      <td data-figure>{count}</td>
      <td data-figure>
        <Amount value={sum} />
      </td>
    </tr>
  )
}

export function MoneyEvidence({ sheet: { money } }: Props) {
  return (
    <Section compact title="Deposits and withdrawals of this user">
      <SmallTable
        label="Deposits and withdrawals of this user"
        columns={['What', 'Payments', 'Sum']}
        figures={['Payments', 'Sum']}
      >
        <Figures name="Deposits" count={money.deposits} sum={money.depositSum} />
        <Figures name="Withdrawals" count={money.withdrawals} sum={money.withdrawalSum} />
        {money.refunds > 0 ? <Figures name="Refunds" count={money.refunds} sum={money.refundSum} /> : null}
        {money.chargebacks > 0 ? (
          <Figures name="Chargebacks" count={money.chargebacks} sum={money.chargebackSum} />
        ) : null}
        <tr className={styles.total}>
          <td colSpan={2}>Net deposit</td>
          <td data-figure>
            <Amount value={money.net} />
          </td>
        </tr>
      </SmallTable>
      <p className={styles.quiet}>
        {money.firstSeen === null ? (
          'This is the user’s first payment.'
        ) : (
          <>
            User since <InstantView iso={money.firstSeen} />
          </>
        )}
        {money.declined > 0 ? ` · ${money.declined} declined` : ''}
        {money.capped ? ' · the newest 2,000 payments are counted' : ''}
      </p>
    </Section>
  )
}

const known = (items: readonly (readonly [string, string | number | null | undefined])[]): KeyValue[] =>
  items.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value }],
  )

const countryField = transactionFields.userCountry

const Country = ({ code }: { readonly code: string }) => (
  <FieldView field={countryField} value={code} layout="full" />
)

const country = (label: string, code: string | null): KeyValue[] =>
  code === null ? [] : [{ label, value: <Country code={code} /> }]

export function LocationEvidence({ sheet }: Props) {
  const { userCountry, ipCountry, issuerCountry, bankCountry, location, ipAddr, city } = sheet
  return (
    <Section compact title="Location" extra={<LocationBadge location={location} />}>
      <KeyValues
        dense
        items={[
          ...country('Registration', userCountry),
          ...country('IP address', ipCountry),
          ...country('Card issuer', issuerCountry),
          ...country('Bank', bankCountry),
          ...known([
            ['City', city],
            ['Address', ipAddr],
          ]),
        ]}
      />
    </Section>
  )
}

/** The account, and who else has it. */
export function InstrumentEvidence({ sheet: { instrument, maskedUserAccount, txType, sharing } }: Props) {
  const merchantName = useMerchantName()
  return (
    <Section compact title="Account">
      <KeyValues
        dense
        items={[
          ...known([
            ['Account', instrument?.masked ?? maskedUserAccount],
            ['Type', transactionTypeLabel(txType)],
            ['Holder', instrument?.holder],
            ['State', instrument?.status],
            ['Verification', instrument?.verification],
            ['Deposits from this account', instrument?.deposits],
          ]),
          ...(instrument?.firstUsed
            ? [{ label: 'First used', value: <InstantView iso={instrument.firstUsed} /> }]
            : []),
        ]}
      />
      {sharing.length > 0 ? (
        <SmallTable label="Other users of the account" columns={['User', 'State', 'Payments', 'Last used']}>
          {sharing.map(({ merchantId, userId, status, payments, lastUsed }) => (
            <tr key={`${merchantId} ${userId}`}>
              <td data-wrap>
                {userId}
                <span className={styles.noteHead}>{merchantName(merchantId)}</span>
              </td>
              <td>{status}</td>
              <td data-figure>{payments}</td>
              <td>{lastUsed === null ? '–' : <InstantView iso={lastUsed} />}</td>
            </tr>
          ))}
        </SmallTable>
      ) : null}
    </Section>
  )
}

export function RiskEvidence({ sheet: { kyc, kycStatus, fraudScore, fraudDecision, fraudProvider } }: Props) {
  return (
    <Section compact title="KYC and fraud">
      <KeyValues
        dense
        items={[
          ...known([
            ['KYC', kyc?.status ?? kycStatus ?? 'Not checked'],
            ['Age', kyc?.ageStatus],
            ['Identity', kyc?.idStatus],
            ['Address', kyc?.addressStatus],
            ['KYC score', kyc?.score],
          ]),
          ...(kyc ? [{ label: 'Checked', value: <InstantView iso={kyc.at} /> }] : []),
          ...known([
            ['Fraud score', fraudScore],
            ['Fraud decision', fraudDecision],
            ['Screened by', fraudProvider],
            ['KYC warnings', kyc?.warnings.join(', ')],
          ]),
        ]}
      />
    </Section>
  )
}

const modes: Readonly<Record<ApprovalMode, string>> = {
  NONE: 'No approval',
  AUTO: 'Approved automatically',
  SINGLE: 'One approval',
  TWO_LEVEL: 'Two approvals by two people',
}

/** Why it needs approval: the rule that asked for it, or what takes its place. */
export function RuleEvidence({ sheet: { rules, review, approvalMode, approvalQueue, approvalTags } }: Props) {
  const mayOpen = useMayOpen()
  const mode = modes[approvalMode]
  return (
    <Section compact title="Why it needs approval">
      {rules.map(({ ref, name, route }) => (
        <p key={ref} className={styles.quiet}>
          Rule {name === null ? '' : `“${name}” `}
          {route !== '' && mayOpen(route) ? (
            <Link to={route} search={{ filter: name ?? ref } as never} className="mono">
              {ref}
            </Link>
          ) : (
            <span className="mono">{ref}</span>
          )}
        </p>
      ))}
      {rules.length === 0 ? <p className={styles.quiet}>No approval rule applies.</p> : null}
      {review.length > 0 ? <p className={styles.quiet}>Review: {review.join(', ')}</p> : null}
      <p className={styles.quiet}>{[mode, approvalQueue, ...approvalTags].filter(Boolean).join(' · ')}</p>
    </Section>
  )
}

const verbs: Readonly<Record<string, string>> = { APPROVE: 'Approved', DENY: 'Denied' }

const DecisionBadge = ({ decision }: { readonly decision: string }) => (
  <StatusBadge tone={decision === 'APPROVE' ? 'positive' : 'negative'}>{verbs[decision]}</StatusBadge>
)

/** What happened while it waited, and what was decided about the user before. */
export function DecisionsEvidence({ sheet: { steps, pastDecisions } }: Props) {
  return (
    <>
      {steps.length === 0 ? null : (
        <Section compact title="Approval history">
          {steps.map(({ at, actor, summary }) => (
            <p key={`${at} ${summary}`} className={styles.quiet}>
              <InstantView iso={at} /> {summary}{' '}
              {actor === 'system' || summary.includes(actor) ? '' : `(${actor})`}
            </p>
          ))}
        </Section>
      )}
      {pastDecisions.length > 0 ? (
        <Section compact title="Earlier decisions about this user">
          <SmallTable label="Earlier decisions" columns={['Decision', 'By', 'When', 'Why']}>
            {pastDecisions.map(({ txId, level, decision, username, at, info }) => (
              <tr key={`${txId} ${level}`}>
                <td>
                  <DecisionBadge decision={decision} />
                </td>
                <td>{username}</td>
                <td>
                  <InstantView iso={at} />
                </td>
                <td data-wrap>{info}</td>
              </tr>
            ))}
          </SmallTable>
        </Section>
      ) : null}
    </>
  )
}

export function RecentEvidence({ sheet: { recent } }: Props) {
  if (recent.length === 0) return null
  return (
    <Section compact title="Last payments">
      <SmallTable label="Last payments" columns={['When', 'Type', 'State', 'Amount']} figures={['Amount']}>
        {recent.map(({ id, created, txType, state, amount }) => (
          <tr key={id}>
            <td>
              <InstantView iso={created} />
            </td>
            <td data-wrap>{transactionTypeLabel(txType)}</td>
            <td>
              <StateBadge value={state} />
            </td>
            <td data-figure>
              <Amount value={amount} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  )
}
