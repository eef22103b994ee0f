import { codeWords } from '@signalbox/model/text/code-words'
import type { AttemptView, TimelineEvent } from '@signalbox/model/calls/transaction-detail'
import { usePspName, useWithPspNames } from '../../../kit/psp-names.ts'
import { transactionFields } from '@signalbox/model/entities/transaction'
import type { TxEventType } from '@signalbox/model/payments/tx-event'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { formatDay } from '@signalbox/model/text/user-formats'
import { FieldView, InstantView } from '../../../kit/field/field-view.tsx'
import { useFormats, useMay } from '../../../kit/session/session-store.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { StateBadge } from '../transaction-state.tsx'
import styles from './detail.module.css'
import { durationText, preciseTime } from './duration.ts'
import line from './timeline.module.css'
import { ScrollBox } from './scroll-box.tsx'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

const icons: Record<TxEventType, IconName> = {
  INPUT: 'play',
  VERIFY_USER: 'user',
  ENRICH: 'search',
  RULES: 'rules',
  KYC: 'id',
  FRAUD: 'shield',
  AUTHORIZE: 'building',
  ROUTE: 'split',
  THREE_DS_INIT: 'lock',
  THREE_DS_RESULT: 'unlock',
  TOKEN: 'key',
  PSP_REQUEST: 'send',
  PSP_RESPONSE: 'arrow-left',
  FALLBACK: 'undo',
  CALLBACK: 'bell',
  APPROVAL: 'approve',
  HOLD: 'pause',
  CAPTURE: 'wallet',
  TRANSFER: 'arrow-right',
  CANCEL: 'slash',
  NOTIFY: 'mail',
  FORCE: 'hand',
  EXPIRED: 'hourglass',
  NOTE: 'file',
  SETTLED: 'bank',
}

const iconOf = (type: string): IconName => icons[type as TxEventType] ?? 'dot'

function Event({ event, before }: { readonly event: TimelineEvent; readonly before?: TimelineEvent }) {
  const formats = useFormats()
  const withPspNames = useWithPspNames()
  const { at, type, summary, actor, fromNo, toNo, durationMs } = event
  const moved = fromNo !== toNo
  const to = statusCodeOf(toNo)
  const newDay = before === undefined || formatDay(before.at, formats) !== formatDay(at, formats)
  return (
    <li className={line.event}>
      <span className={line.time}>
        {newDay ? <span className={line.day}>{formatDay(at, formats)}</span> : null}
        <time dateTime={at}>{preciseTime(at, formats.timeZone)}</time>
      </span>
      <span className={line.mark}>
        <Icon name={iconOf(type)} size={12} />
      </span>
      <div>
        <p className={line.text}>{withPspNames(summary)}</p>
        <p className={line.meta}>
          {moved && to ? <StateBadge value={to.status} /> : null}
          {moved && to ? (
            <span className="mono">
              {to.no} {to.code}
            </span>
          ) : null}
          {actor === 'system' ? null : <span>by {withPspNames(actor)}</span>}
        </p>
      </div>
      <span className={line.duration}>
        {durationMs === null || durationMs === 0 ? '' : durationText(durationMs)}
      </span>
    </li>
  )
}

function Attempt({ attempt }: { readonly attempt: AttemptView }) {
  const { no, reason, psp, pspAccount, pspVersion, amount, requestedAt, latencyMs, outcome, statusNo } =
    attempt
  const code = statusNo === null ? undefined : statusCodeOf(statusNo)
  const pspName = usePspName()
  return (
    <tr>
      <td>{no}</td>
      <td>
        {[pspName(psp), pspAccount, pspVersion].filter(Boolean).join(' · ')}
        <br />
        <span className={styles.muted}>{codeWords(reason)}</span>
      </td>
      <td>
        {code ? <StateBadge value={code.status} /> : (outcome ?? 'no answer')}
        <br />
        <span className={styles.muted}>
          {[attempt.pspStatusCode, attempt.pspStatusMessage ?? code?.code].filter(Boolean).join(' – ')}
        </span>
      </td>
      <td>{attempt.pspRefId === null ? '–' : <CopyText value={attempt.pspRefId} maxChars={18} />}</td>
      <td className={styles.figure}>
        <InstantView iso={requestedAt} />
        <br />
        <span className={styles.muted}>{latencyMs === null ? 'not answered' : durationText(latencyMs)}</span>
      </td>
      <td className={styles.figure}>
        <FieldView field={transactionFields.amount} value={amount} />
      </td>
    </tr>
  )
}

function Attempts({ id }: { readonly id: number }) {
  const query = usePart('GET /transaction/{id}/attempt', id)
  return (
    <Section title="Attempts at PSPs">
      <Part query={query}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <p className={styles.note}>Nothing was sent to a PSP.</p>
          ) : (
            <ScrollBox label="Attempts">
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">No.</th>
                    <th scope="col">PSP</th>
                    <th scope="col">Outcome</th>
                    <th scope="col">Reference</th>
                    <th scope="col" className={styles.figure}>
                      Sent
                    </th>
                    <th scope="col" className={styles.figure}>
                      Amount
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {attempts.map((attempt) => (
                    <Attempt key={attempt.no} attempt={attempt} />
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )
        }
      </Part>
    </Section>
  )
}

/** What happened, in order, and how long each of it took. */
export function TimelineTab({ transaction }: TabProps) {
  const query = usePart('GET /transaction/{id}/timeline', transaction.id)
  const inside = useMay('transaction-detail.view')
  return (
    <div className={styles.sections}>
      <Part query={query}>
        {({ events }) =>
          events.length === 0 ? (
            <p className={styles.note}>No events yet.</p>
          ) : (
            <ol className={line.events}>
              {events.map((event, index) => (
                <Event key={event.seq} event={event} before={events[index - 1]} />
              ))}
            </ol>
          )
        }
      </Part>
      {inside ? <Attempts id={transaction.id} /> : null}
    </div>
  )
}
