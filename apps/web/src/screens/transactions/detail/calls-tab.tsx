import { codeWords } from '@signalbox/model/text/code-words'
import type { CallbackView, CallLogView, NotificationView } from '@signalbox/model/calls/transaction-external'
import { usePspName } from '../../../kit/psp-names.ts'
import { InstantView } from '../../../kit/field/field-view.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import { Section } from '../../../ui/section.tsx'
import own from './decisions.module.css'
import styles from './detail.module.css'
import { callWords } from './call-words.ts'
import { durationText } from './duration.ts'
import { RawText } from './raw-text.tsx'
import { ScrollBox } from './scroll-box.tsx'
import type { TabProps } from './transaction-drawer.tsx'
import { Part, usePart } from './use-part.tsx'

const toneOfStatus = (status: number | null): Tone =>
  status === null ? 'split' : status < 300 ? 'positive' : status < 500 ? 'attention' : 'negative'

const targets: Readonly<Record<string, string>> = {
  MERCHANT: 'Merchant',
  VAULT: 'Vault',
  FRAUD: 'Fraud service',
  KYC: 'KYC service',
  '3DS': '3-D Secure server',
}

/** The part of an address that tells one call from another. */
function pathOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  return path.length > 48 ? `${path.slice(0, 48)}…` : path
}

function Call({ call }: { readonly call: CallLogView }) {
  const { direction, target, method, url, status, latencyMs, at } = call
  return (
    <details className={own.decision}>
      <summary>
        <StatusBadge tone={toneOfStatus(status)}>{status ?? 'no answer'}</StatusBadge>
        <span className={own.name}>
          {targets[target] ?? target}
          {direction === 'IN' ? ' called' : ''}
        </span>
        <span className={`mono ${styles.note}`}>
          {method} {pathOf(url)}
        </span>
        <span className={own.end}>
          <InstantView iso={at} />
          {latencyMs === null ? '' : ` · ${durationText(latencyMs)}`}
        </span>
      </summary>
      <div className={own.body}>
        <CopyText value={url} maxChars={90} label="Copy address" />
        <RawText title="Request" headers={call.requestHeaders} body={call.requestBody} />
        <RawText title="Answer" headers={call.responseHeaders ?? {}} body={call.responseBody} />
      </div>
    </details>
  )
}

function Callback({ callback }: { readonly callback: CallbackView }) {
  const { psp, receivedAt, signatureOk, outcome, sourceIp, note, body } = callback
  return (
    <details className={own.decision}>
      <summary>
        <StatusBadge tone={outcome === 'APPLIED' ? 'positive' : signatureOk ? 'neutral' : 'negative'}>
          {callWords(outcome)}
        </StatusBadge>
        <span className={own.name}>{usePspName()(psp)}</span>
        <span className={styles.note}>{signatureOk ? 'signed' : 'invalid signature'}</span>
        <span className={own.end}>
          <InstantView iso={receivedAt} />
        </span>
      </summary>
      <div className={own.body}>
        {note === null ? null : <p className={styles.note}>{note}</p>}
        {sourceIp === null ? null : <p className={styles.note}>From {sourceIp}</p>}
        <RawText title="Body" headers={{}} body={body} />
      </div>
    </details>
  )
}

const notificationStates: Readonly<Record<string, readonly [Tone, string]>> = {
  SENT: ['positive', 'Sent'],
  PENDING: ['active', 'Waiting'],
  FAILED: ['attention', 'Failed, will be retried'],
  DEAD: ['negative', 'Failed'],
}

function Notifications({ items }: { readonly items: readonly NotificationView[] }) {
  return (
    <ScrollBox label="Messages">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">State</th>
            <th scope="col">Tries</th>
            <th scope="col">Answer</th>
            <th scope="col" className={styles.figure}>
              Sent
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                {callWords(item.kind)} {item.leg}
                {item.sequence === null ? null : ` · number ${item.sequence}`}
                <br />
                <span className={styles.muted}>{item.target}</span>
              </td>
              <td>
                <StatusBadge tone={notificationStates[item.status]?.[0] ?? 'neutral'}>
                  {notificationStates[item.status]?.[1] ?? codeWords(item.status)}
                </StatusBadge>
              </td>
              <td>{item.attempt}</td>
              <td>{[item.httpStatus, item.responseSnippet].filter(Boolean).join(' – ') || '–'}</td>
              <td className={styles.figure}>
                {item.sentAt ? <InstantView iso={item.sentAt} /> : '–'}
                {item.nextAt ? (
                  <>
                    <br />
                    <span className={styles.muted}>
                      again <InstantView iso={item.nextAt} />
                    </span>
                  </>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const none = (what: string) => <p className={styles.note}>{what}</p>

/** What was said to PSPs, merchants and services, what they said by themselves, and what was announced. */
export function CallsTab({ transaction }: TabProps) {
  const query = usePart('GET /transaction/{id}/call', transaction.id)
  return (
    <Part query={query}>
      {({ logs, callbacks, notifications }) => (
        <div className={styles.sections}>
          <p className={styles.note}>
            Card numbers, codes and credentials are not stored. Viewing this is recorded in the audit log.
          </p>
          <Section title="Calls">
            {logs.length === 0 ? none('No calls.') : logs.map((call) => <Call key={call.id} call={call} />)}
          </Section>
          <Section title="Callbacks">
            {callbacks.length === 0
              ? none('No callbacks.')
              : callbacks.map((callback) => <Callback key={callback.id} callback={callback} />)}
          </Section>
          <Section title="Messages to the merchant">
            {notifications.length === 0 ? none('No messages.') : <Notifications items={notifications} />}
          </Section>
        </div>
      )}
    </Part>
  )
}
