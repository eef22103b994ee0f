import { statusCodes } from '@signalbox/model/reference/status-codes'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { StateBadge } from '../../transactions/for-other-screens.ts'
import { usePspName } from '../../../kit/psp-names.ts'
import { Card } from '../../../ui/card.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import styles from './simulator.module.css'

const money = (value: WireMoney | null): string => (value ? `${value.amount} ${value.currency}` : '–')

const textOf = (code: string): string => statusCodes.find((each) => each.code === code)?.text ?? ''

const outcomeWords: Readonly<Record<string, string>> = {
  approved: 'approved',
  declined: 'declined',
  notSent: 'not reached',
  unknown: 'no answer',
  redirect: 'redirect',
  pending: 'decides later',
}

/** The PSPs that were tried, in their order. */
function PathView({ path }: Pick<SimulationResult, 'path'>) {
  const nameOf = usePspName()
  if (path.length === 0) return <p className={styles.quiet}>Sent to no PSP.</p>
  return (
    <ol className={styles.path} aria-label="Route">
      {path.map(({ psp, pspAccount, outcome, code }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- attempts are known by their place
        <li key={place} className={styles.attempt} data-outcome={outcome ?? undefined}>
          <span className={styles.pspName}>{nameOf(psp)}</span>{' '}
          <span className={styles.quiet}>{pspAccount}</span>
          <span className={styles.attemptOutcome}>
            {outcome ? (outcomeWords[outcome] ?? outcome) : 'asked'}
            {outcome === 'declined' || outcome === 'notSent' ? ` · ${code ?? ''}` : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** From what was asked for to what it costs. */
function AmountsView({ amounts }: Pick<SimulationResult, 'amounts'>) {
  const { requested, fee, vat, feeMode, wallet, psp, fxRate, providerCost } = amounts
  return (
    <KeyValues
      dense
      items={[
        { label: 'Requested', value: money(requested) },
        { label: feeMode === 'DEDUCTED' ? 'Fee, deducted' : 'Fee', value: money(fee) },
        { label: 'VAT', value: money(vat) },
        { label: 'Wallet amount', value: money(wallet) },
        { label: fxRate ? `PSP amount, at ${fxRate}` : 'PSP amount', value: money(psp) },
        { label: 'Provider cost', value: money(providerCost) },
      ]}
    />
  )
}

interface OutcomeCardProps {
  readonly title: string
  readonly result: SimulationResult
  readonly isStale: boolean
}

/** What becomes of the payment, before anybody reads why. */
export function OutcomeCard({ title, result, isStale }: OutcomeCardProps) {
  const { outcome, path, amounts, tookMs, tables } = result
  return (
    <Card
      title={title}
      actions={
        <span className={styles.quiet}>
          {isStale ? 'Inputs changed. ' : ''}
          {tables.length} {tables.length === 1 ? 'table' : 'tables'} in {tookMs} ms
        </span>
      }
    >
      <div className={styles.outcome} data-stale={isStale || undefined} role="status" aria-label={title}>
        <div className={styles.outcomeHead}>
          <StateBadge value={outcome.status} />
          <code className={styles.code}>{outcome.code}</code>
        </div>
        <p className={styles.why}>{outcome.info ?? textOf(outcome.code)}</p>
        {outcome.waitsFor ? <p className={styles.quiet}>Waiting for: {outcome.waitsFor}</p> : null}
        <PathView path={path} />
        <AmountsView amounts={amounts} />
      </div>
    </Card>
  )
}
