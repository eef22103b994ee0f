import type { TokenMetrics } from '@signalbox/model/calls/scheme-token'
import { approvedText, percent, upliftText, type FigureText } from './metrics-text.ts'
import styles from './scheme-token-onboarding.module.css'

function Figure({ label, value, note, few }: FigureText & { readonly label: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value} data-few={few}>
        {value}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}

/** What tokens bring, in six figures. */
export function Figures({ data }: { readonly data: TokenMetrics }) {
  const { tokens } = data
  return (
    <dl className={styles.figures}>
      <Figure
        label="Tokens provisioned"
        value={tokens.provisioned}
        note={`${tokens.active} active, ${tokens.suspended} suspended, ${tokens.deleted} deleted`}
      />
      <Figure
        label="Share of card deposits"
        value={percent(data.tokenPayments, data.cardPayments)}
        note={`${data.tokenPayments} of ${data.cardPayments} deposits, in ${data.attempts} attempts, ${data.undecided} of them undecided`}
      />
      <Figure label="Approved with token" {...approvedText(data.token)} />
      <Figure label="Approved with card number" {...approvedText(data.pan)} />
      <Figure label="Uplift" {...upliftText(data)} />
      <Figure
        label="Retried with card number"
        value={data.fallbacks}
        note="After the PSP refused the token"
      />
    </dl>
  )
}
