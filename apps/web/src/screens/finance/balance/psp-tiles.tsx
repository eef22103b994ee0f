import type { BalancePsp } from '@signalbox/model/calls/balance'
import { noFileDays } from '@signalbox/model/balance/psp-file'
import { accountLabels } from '@signalbox/model/balance/account-words'
import { counted } from '@signalbox/model/text/counted'
import { Link } from '@tanstack/react-router'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { usePspName } from '../../../kit/psp-names.ts'
import { useNow } from '../../../kit/use-now.ts'
import styles from './balance.module.css'
import { MoneyFigure, MoneyText } from './money-figure.tsx'

const daysText = (days: number | null): string => {
  if (days === null) return 'Never settled'
  if (days === 0) return 'Settled today'
  return `Settled ${counted(days, 'day')} ago`
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
      {tile.isWithoutFile ? (
        <p className={styles.tileNote} data-alarming>
          {tile.lastFileAt === null ? (
            'No settlement file yet'
          ) : (
            <>
              Last settlement file <InstantView iso={tile.lastFileAt} as="distance" />
            </>
          )}
        </p>
      ) : null}
    </li>
  )
}

/** Says that PSPs are left out, and leads to all. */
function OnlyWithoutFile({ count }: { readonly count: number }) {
  return (
    <p className={styles.tilesNote} role="status">
      {count === 0
        ? `Every PSP that holds money sent a settlement file in the last ${noFileDays} days.`
        : `Only balances at PSPs without a settlement file for more than ${noFileDays} days.`}{' '}
      <Link to="/finance/balance">Show all PSPs</Link>
    </p>
  )
}

/** What each PSP holds, what it will charge, and when it paid. */
export function PspTiles({
  tiles,
  noFile,
}: {
  readonly tiles: readonly BalancePsp[]
  readonly noFile: boolean
}) {
  if (tiles.length === 0 && !noFile) return null
  return (
    <>
      {noFile ? <OnlyWithoutFile count={tiles.length} /> : null}
      {tiles.length === 0 ? null : (
        <ul className={styles.tiles} aria-label="PSPs">
          {tiles.map((tile) => (
            <Tile key={`${tile.psp} ${tile.currency}`} tile={tile} />
          ))}
        </ul>
      )}
    </>
  )
}
