import type {
  AlertsWidgetData,
  ClientsWidgetData,
  IncidentsWidgetData,
  NewsWidgetData,
} from '@signalbox/model/calls/home-areas'
import { mostCounted } from '@signalbox/model/calls/home-areas'
import { clientFigures } from '@signalbox/model/home/figures'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import { formatDay } from '@signalbox/model/text/user-formats'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useWithPspNames } from '../../kit/psp-names.ts'
import { useFormats, useSession } from '../../kit/session/session-store.ts'
import { useNow } from '../../kit/use-now.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { Figures } from './figure.tsx'
import { HomeLink } from './home-link.tsx'
import styles from './home.module.css'

/** What is closed now or soon. Everybody whose payments it holds up is told; only some can open the window. */
export function Incidents({ data: { windows } }: { readonly data: IncidentsWidgetData }) {
  const withPspNames = useWithPspNames()
  if (windows.length === 0) return <p className={styles.quiet}>No maintenance now or in the next 24 hours.</p>
  return (
    <ul className={styles.list}>
      {windows.map(({ id, title, kind, startAt, endAt, running }) => (
        <li key={id} className={styles.row}>
          <span className={styles.grow}>
            <HomeLink to="/admin/maintenance" search={{ id }}>
              {withPspNames(title)}
            </HomeLink>
            {kind === 'HALF_OPEN' ? <span className={styles.quiet}> · probed</span> : null}
          </span>
          <span className={`${styles.quiet} ${styles.minor}`}>
            {running ? (
              endAt === null ? (
                'no end set'
              ) : (
                <>
                  ends <InstantView iso={endAt} as="distance" />
                </>
              )
            ) : (
              <>
                begins <InstantView iso={startAt} as="distance" />
              </>
            )}
          </span>
          <StatusBadge tone={running ? 'attention' : 'neutral'}>{running ? 'Closed' : 'Planned'}</StatusBadge>
        </li>
      ))}
    </ul>
  )
}

const alertTones: Readonly<Record<AlertsWidgetData['items'][number]['state'], { tone: Tone; word: string }>> =
  {
    OPEN: { tone: 'attention', word: 'Open' },
    ACKED: { tone: 'active', word: 'Acknowledged' },
    RESOLVED: { tone: 'neutral', word: 'Resolved' },
  }

export function Alerts({ data: { total, open, items } }: { readonly data: AlertsWidgetData }) {
  const { merchantId } = useSession()
  const withPspNames = useWithPspNames()
  if (total === 0) return <p className={styles.quiet}>No alerts in the last 24 hours.</p>
  return (
    <>
      <ul className={styles.list}>
        {items.map((alert) => {
          const place = workKind('alert').place({ record: alert.subject ?? '', part: alert.source })
          const { tone, word } = alertTones[alert.state]
          return (
            <li key={alert.id} className={styles.row}>
              <span className={styles.grow}>
                {place ? (
                  <HomeLink to={place.to} search={place.search}>
                    {withPspNames(alert.title)}
                  </HomeLink>
                ) : (
                  withPspNames(alert.title)
                )}
                <span className={styles.quiet}>
                  {alert.times > 1 ? ` · ${alert.times} times` : ''}
                  {alert.merchantId === merchantId ? '' : ` · ${alert.merchant}`}
                </span>
              </span>
              <span className={styles.quiet}>
                <InstantView iso={alert.lastAt} as="distance" />
              </span>
              <StatusBadge tone={tone}>{word}</StatusBadge>
            </li>
          )
        })}
      </ul>
      <p className={styles.quiet}>
        {total >= mostCounted ? `${mostCounted} or more` : total} in all, {open} open
      </p>
    </>
  )
}

export function Clients({ data }: { readonly data: ClientsWidgetData }) {
  const { secrets, failedWebhooks, retriedWebhooks, failed } = data
  const now = useNow()
  return (
    <>
      <Figures of={clientFigures(data)} />
      {secrets.length === 0 ? null : (
        <ul className={styles.list}>
          {secrets.map(({ id, name, expiresAt }) => (
            <li key={id} className={styles.row}>
              <span className={styles.grow}>
                <HomeLink to="/admin/api-clients" search={{ id, tab: 'secrets' }}>
                  {name}
                </HomeLink>
              </span>
              <span className={styles.quiet}>
                secret {Date.parse(expiresAt) < Date.parse(now) ? 'expired' : 'expires'}{' '}
                <InstantView iso={expiresAt} as="distance" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {failed.length === 0 ? null : (
        <>
          <h3 className={styles.subheading}>Webhooks not delivered in the last 7 days</h3>
          <ul className={styles.list}>
            {failed.map(({ id, txId, createdAt }) => (
              <li key={id} className={styles.row}>
                <span className={styles.grow}>
                  {txId === null ? (
                    'About an account'
                  ) : (
                    <>
                      Transaction{' '}
                      <HomeLink to="/transactions" search={{ id: String(txId), tab: 'calls' }}>
                        {txId}
                      </HomeLink>
                    </>
                  )}
                </span>
                <span className={styles.quiet}>
                  <InstantView iso={createdAt} as="distance" />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.quiet}>
        {failedWebhooks === 0
          ? 'No webhook failed in the last 7 days'
          : `${failedWebhooks >= mostCounted ? `${mostCounted} or more` : failedWebhooks} webhooks failed`}
        {retriedWebhooks > 0 ? `, ${retriedWebhooks} being retried` : ''}
      </p>
    </>
  )
}

export function News({ data: { items } }: { readonly data: NewsWidgetData }) {
  const formats = useFormats()
  if (items.length === 0) return <p className={styles.quiet}>No release notes yet.</p>
  return (
    <>
      <ul className={styles.list}>
        {items.map(({ id, title, release, date, read }) => (
          <li key={id} className={styles.row}>
            <span className={styles.grow}>
              {title}
              {read ? null : <span className={styles.fresh}>New</span>}
            </span>
            <span className={`${styles.quiet} ${styles.minor}`}>
              {release} · {formatDay(`${date}T12:00:00.000Z`, formats)}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        <HomeLink to="/help" search={{ page: 'whats-new' }}>
          All release notes
        </HomeLink>
      </p>
    </>
  )
}
