import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { counted } from '@signalbox/model/text/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../kit/api.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { usePspName } from '../../../kit/psp-names.ts'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import styles from './balance.module.css'
import { MoneyText } from './money-figure.tsx'

const kinds = { HOLD: 'Authorization hold', TIMEOUT: 'Timeout' } as const

/** Money that may still move and stands in no account. */
export function ExposureTab() {
  const { merchantId } = useSession()
  const nameOf = usePspName()
  const maySee = useMay('transactions.view')
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['balance', 'exposure', merchantId],
    queryFn: ({ signal }) => api('GET /balance/exposure', { signal, suppressToast: true }),
  })
  return (
    <Card
      title="Exposure"
      description="Reserved or unclear at a PSP, and not in the books until it is decided"
    >
      {isPending ? (
        <Skeleton>
          <SkeletonLines lines={4} />
        </Skeleton>
      ) : isError ? (
        <ErrorPanel title="The exposure could not be loaded." onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <EmptyState icon="check" title="Nothing is reserved or unclear" />
      ) : (
        <SmallTable
          label="Exposure"
          columns={['PSP', 'Payments', 'Amount', 'Oldest']}
          figures={['Payments', 'Amount']}
        >
          {data.items.map(({ kind, statusNo, psp, count, amount, oldestAt }) => (
            <tr key={`${kind} ${statusNo} ${psp} ${amount.currency}`}>
              <th scope="row" className={styles.account}>
                {psp === null ? '–' : nameOf(psp)}
                <span className={styles.accountNote}>
                  {kinds[kind]} · {statusCodeOf(statusNo)?.text ?? statusNo}
                </span>
              </th>
              <td data-figure>
                {maySee ? (
                  <Link
                    to="/transactions"
                    search={{
                      statusCode: String(statusNo),
                      ...(psp === null ? {} : { psp }),
                      created: 'all',
                    }}
                    className={styles.link}
                    aria-label={`${counted(count, 'payment')}, show`}
                  >
                    {count}
                  </Link>
                ) : (
                  count
                )}
              </td>
              <td data-figure>
                <MoneyText money={amount} />
              </td>
              <td>
                <InstantView iso={oldestAt} />
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Card>
  )
}
