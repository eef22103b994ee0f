import { UnstyledButton } from '@mantine/core'
import { accountLabels, classLabels, type AccountClass } from '@signalbox/model/balance/account-words'
import type { BalanceAccount } from '@signalbox/model/calls/balance'
import type { AccountType } from '@signalbox/model/ledger/account'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './balance.module.css'
import { MoneyFigure } from './money-figure.tsx'

const order: readonly AccountClass[] = ['ASSET', 'LIABILITY', 'INCOME', 'EXPENSE', 'TRADING']

/** Accounts by class and type, in the order of the classes. */
function grouped(accounts: readonly BalanceAccount[]): [AccountClass, [AccountType, BalanceAccount[]][]][] {
  return order.flatMap((name): [AccountClass, [AccountType, BalanceAccount[]][]][] => {
    const types = new Map<AccountType, BalanceAccount[]>()
    for (const account of accounts)
      if (account.class === name) types.set(account.type, [...(types.get(account.type) ?? []), account])
    return types.size === 0 ? [] : [[name, [...types]]]
  })
}

const isMoved = (amount: string): boolean => /[1-9]/.test(amount)

interface LeafProps {
  readonly account: BalanceAccount
  readonly withMerchant: boolean
  readonly onChart: (account: string) => void
}

function Leaf({ account, withMerchant, onChart }: LeafProps) {
  const merchantName = useMerchantName()
  const withNames = useWithPspNames()
  const label = accountLabels[account.type]
  const parts = [withNames(account.dimension), withMerchant ? merchantName(account.merchantId) : '']
  const detail = parts.filter(Boolean).join(' · ')
  const name = `${label} ${detail}`.trim()
  return (
    <li className={styles.leaf}>
      <div className={styles.leafName}>
        <UnstyledButton
          className={styles.chartButton}
          aria-label={`Chart of ${name} ${account.balance.currency}`}
          onClick={() => onChart(account.account)}
        >
          <Icon name="chart" size={14} />
        </UnstyledButton>
        <span>{detail || account.balance.currency}</span>
      </div>
      <MoneyFigure money={account.balance} label={name} filters={{ accountKey: account.account }} />
      <div className={styles.leafNote}>
        {isMoved(account.movementToday.amount) ? (
          <span>
            Today{' '}
            <MoneyFigure
              money={account.movementToday}
              label={`${name} today`}
              filters={{ accountKey: account.account, valueDate: `${account.today}..${account.today}` }}
            />
          </span>
        ) : (
          <span>No movement today</span>
        )}
        {account.lastEntryAt ? (
          <span>
            Last entry <InstantView iso={account.lastEntryAt} />
          </span>
        ) : null}
      </div>
    </li>
  )
}

interface AccountTreeProps {
  readonly accounts: readonly BalanceAccount[]
  readonly onChart: (account: string) => void
}

/** Every account with what it holds. Liabilities and income stand below zero: it is what is owed and earned. */
export function AccountTree({ accounts, onChart }: AccountTreeProps) {
  const withMerchant = new Set(accounts.map(({ merchantId }) => merchantId)).size > 1
  return (
    <nav className={styles.tree} aria-label="Accounts">
      {grouped(accounts).map(([name, types]) => (
        <section key={name} aria-label={classLabels[name]}>
          <h3 className={styles.class}>{classLabels[name]}</h3>
          {types.map(([type, own]) => (
            <details key={type} open={!withMerchant} className={styles.type}>
              <summary>{accountLabels[type]}</summary>
              <ul className={styles.leaves}>
                {own.map((account) => (
                  <Leaf
                    key={account.account}
                    account={account}
                    withMerchant={withMerchant}
                    onChart={onChart}
                  />
                ))}
              </ul>
            </details>
          ))}
        </section>
      ))}
    </nav>
  )
}
