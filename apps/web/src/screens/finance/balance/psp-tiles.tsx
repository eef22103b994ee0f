import type { BalancePsp } from '@signalbox/model/calls/balance'
import { accountLabels } from '@signalbox/model/balance/account-words'
import { usePspName } from '../../../kit/psp-names.ts'
import { useNow } from '../../../kit/use-now.ts'
import styles from './balance.module.css'
import { MoneyFigure, MoneyText } from './money-figure.tsx'

const daysText = (days: number | null): string => {
  if (days === null) return 'Never settled'
  if (days === 0) return 'Settled today'
  return `Settled ${days} ${days === 1 ? 'day' : 'days'} ago`
}

function NextPayout({ nextPayout }: Pick<BalancePsp, 'nextPayout'>) {
  const today = useNow().slice(0, 10)
  if (!nextPayout) return <span className={styles.dim}>No payout expected</span>
  const { on, amount } = nextPayout
  return (
    <span>
      {on !== null && on < today ? 'Payout overdue since' : 'Next payout'} {on ?? ''}{' '}
      {amount ? <MoneyText money={amount} /> : null}
    </span>
  )
}

const figures = [
  ['PSP_RECEIVABLE', 'receivable'],
  ['PSP_FEE_ACCRUED', 'accruedFees'],
  ['RESERVE_HELD', 'reserve'],
] as const

function Tile({ tile }: { readonly tile: BalancePsp }) {
  const nameOf = usePspName()
  const name = nameOf(tile.psp)
  return (
    <li className={styles.tile}>
      <h3 className={styles.tileTitle}>
        {name} <span className={styles.dim}>{tile.currency}</span>
      </h3>
      <dl className={styles.tileFigures}>
        {figures.map(([type, member]) => (
          <div key={type}>
            <dt>{accountLabels[type]}</dt>
            <dd>
              <MoneyFigure
                money={tile[member]}
                label={`${name} ${accountLabels[type]}`}
                filters={{ accountType: type, psp: tile.psp, currency: tile.currency }}
              />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.tileNote}>
        {daysText(tile.daysSinceSettlement)} · <NextPayout nextPayout={tile.nextPayout} />
      </p>
    </li>
  )
}

/** What each PSP holds, what it will charge, and when it paid. */
export function PspTiles({ tiles }: { readonly tiles: readonly BalancePsp[] }) {
  if (tiles.length === 0) return null
  return (
    <ul className={styles.tiles} aria-label="PSPs">
      {tiles.map((tile) => (
        <Tile key={`${tile.psp} ${tile.currency}`} tile={tile} />
      ))}
    </ul>
  )
}
