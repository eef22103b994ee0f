import { codeWords } from '@signalbox/model/text/code-words'
import type {
  AccountWidgetData,
  AuditWidgetData,
  ChangesWidgetData,
  EmptyWidget,
  HomeWidget,
  JobStatus,
  JobsWidgetData,
  UsersWidgetData,
} from '@signalbox/model/calls/home'
import { userFigures } from '@signalbox/model/home/figures'
import { formatNumber } from '@signalbox/model/text/user-formats'
import type { ReactNode } from 'react'
import { auditObject, auditType } from '../../kit/audit-words.ts'
import { useMayOpen } from '../../kit/session/allowed-pages.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useFormats } from '../../kit/session/session-store.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './home.module.css'
import { Alerts, Clients, Incidents, News } from './notice-widgets.tsx'
import { Approvals, Cases } from './queue-widgets.tsx'
import { Books, Decisions, Invoices, Kyc, Settlements, Store } from './work-widgets.tsx'
import { Figures } from './figure.tsx'
import { useFold } from './fold.tsx'
import { HomeLink } from './home-link.tsx'
import { InboxWidget } from './inbox-widget.tsx'
import { Health, Volume } from './payment-widgets.tsx'
import { SearchWidget } from './search-widget.tsx'

const fewRecoveryCodes = 3

const actionTexts = {
  AUTHENTICATOR: 'Set up an authenticator app',
  SECURITY_KEY: 'Register a security key',
  RESET_PASSWORD: 'Choose a new password',
} as const

export function WidgetContent({ widget }: { readonly widget: Exclude<HomeWidget, EmptyWidget> }) {
  switch (widget.id) {
    case 'inbox':
      return <InboxWidget data={widget.data} />
    case 'account':
      return <Account data={widget.data} />
    case 'approvals':
      return <Approvals data={widget.data} />
    case 'cases':
      return <Cases data={widget.data} />
    case 'volume':
      return <Volume data={widget.data} />
    case 'health':
      return <Health data={widget.data} />
    case 'users':
      return <Users data={widget.data} />
    case 'audit':
      return <Audit data={widget.data} />
    case 'jobs':
      return <Jobs data={widget.data} />
    case 'changes':
      return <Changes data={widget.data} />
    case 'search':
      return <SearchWidget data={widget.data} />
    case 'decisions':
      return <Decisions data={widget.data} />
    case 'kyc':
      return <Kyc data={widget.data} />
    case 'settlements':
      return <Settlements data={widget.data} />
    case 'invoices':
      return <Invoices data={widget.data} />
    case 'store':
      return <Store data={widget.data} />
    case 'books':
      return <Books data={widget.data} />
    case 'incidents':
      return <Incidents data={widget.data} />
    case 'alerts':
      return <Alerts data={widget.data} />
    case 'clients':
      return <Clients data={widget.data} />
    case 'news':
      return <News data={widget.data} />
  }
}

/** A thing to do and where to do it. */
function Todo({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li>
      <HomeLink to="/settings" search={{ tab: 'security' }} className={styles.todo}>
        <Icon name={icon} size={16} />
        <span>{children}</span>
        <Icon name="chevron-right" size={16} />
      </HomeLink>
    </li>
  )
}

function Account({ data }: { readonly data: AccountWidgetData }) {
  const { requiredActions, twoFactor, recoveryCodesLeft } = data
  const todos = [
    ...requiredActions.map((action) => (
      <Todo key={action} icon="hand">
        {actionTexts[action]}
      </Todo>
    )),
    ...(twoFactor.length === 0 && requiredActions.length === 0
      ? [
          <Todo key="factor" icon="lock">
            Your account has no second factor
          </Todo>,
        ]
      : []),
    ...(recoveryCodesLeft !== null && recoveryCodesLeft <= fewRecoveryCodes
      ? [
          <Todo key="codes" icon="key">
            {recoveryCodesLeft === 0 ? 'No recovery codes left' : `${recoveryCodesLeft} recovery codes left`}
          </Todo>,
        ]
      : []),
  ]
  return todos.length === 0 ? (
    <p className={styles.quiet}>Your account needs nothing from you.</p>
  ) : (
    <ul className={styles.list}>{todos}</ul>
  )
}

function Users({ data }: { readonly data: UsersWidgetData }) {
  return <Figures of={userFigures(data)} />
}

function Audit({ data }: { readonly data: AuditWidgetData }) {
  const formats = useFormats()
  return (
    <ul className={styles.list}>
      {data.chains.map(({ chainId, name, lastSeq, verification, verifiedAt }) => (
        <li key={chainId} className={styles.row}>
          <span className={styles.grow}>
            {name}
            <span className={styles.quiet}> · {formatNumber(lastSeq, formats)} entries</span>
          </span>
          {verifiedAt === null ? null : (
            <span className={styles.quiet}>
              <InstantView iso={verifiedAt} as="distance" />
            </span>
          )}
          {verification === null ? (
            <StatusBadge tone="neutral">Not verified yet</StatusBadge>
          ) : verification.ok ? (
            <StatusBadge tone="positive">Intact</StatusBadge>
          ) : (
            <Tooltip content={verification.reason}>
              <span>
                <StatusBadge tone="negative">Broken at {verification.brokenSeq}</StatusBadge>
              </span>
            </Tooltip>
          )}
        </li>
      ))}
    </ul>
  )
}

function JobBadge({ job: { running, outcome, error, summary } }: { readonly job: JobStatus }) {
  if (running) return <StatusBadge tone="active">Running</StatusBadge>
  if (outcome === null) return <StatusBadge tone="neutral">Not run yet</StatusBadge>
  return (
    <Tooltip content={outcome === 'OK' ? summary : error}>
      <span>
        <StatusBadge tone={outcome === 'OK' ? 'positive' : 'negative'}>
          {outcome === 'OK' ? 'Done' : 'Failed'}
        </StatusBadge>
      </span>
    </Tooltip>
  )
}

/** What went wrong or is late comes first. */
const troubleFirst = (jobs: readonly JobStatus[]): JobStatus[] => {
  const isWell = ({ outcome, lagSeconds }: JobStatus) => outcome !== 'FAILED' && lagSeconds === 0
  return [...jobs.filter((job) => !isWell(job)), ...jobs.filter(isWell)]
}

function Jobs({ data: { jobs, queue } }: { readonly data: JobsWidgetData }) {
  const { shown, button } = useFold(troubleFirst(jobs))
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col" className={styles.minor}>
              Last run
            </th>
            <th scope="col">Next run</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((job) => (
            <tr key={job.name}>
              <th scope="row">{job.title}</th>
              <td className={styles.minor}>
                {job.lastStartedAt === null ? '–' : <InstantView iso={job.lastStartedAt} as="distance" />}
              </td>
              <td>
                {job.lagSeconds > 0 ? (
                  <span className={styles.late}>late by {job.lagSeconds} s</span>
                ) : (
                  <InstantView iso={job.nextRunAt} as="distance" />
                )}
              </td>
              <td>
                <JobBadge job={job} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {button}
      <p className={styles.quiet}>
        Queue: {queue.waiting} waiting
        {queue.failed > 0 ? <span className={styles.late}>, {queue.failed} failed for good</span> : null}
      </p>
    </>
  )
}

function Changes({ data: { total, items } }: { readonly data: ChangesWidgetData }) {
  const mayOpen = useMayOpen()
  return (
    <>
      <ul className={styles.list}>
        {items.map(({ chainId, seq, at, actorName, action, entityType, entityLabel }) => (
          <li key={`${chainId}-${seq}`} className={styles.row}>
            <span className={styles.grow}>
              {auditObject({ entityType, entityLabel }) || auditType(entityType)}
              <span className={styles.quiet}>
                {' '}
                · {codeWords(action)} by {actorName}
              </span>
            </span>
            <span className={styles.quiet}>
              <InstantView iso={at} as="distance" />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>
        {total >= 1000 ? '1000 or more' : total} in the last 24 hours
        {mayOpen('/admin/audit-log') ? (
          <>
            {' · '}
            <HomeLink
              to="/admin/audit-log"
              search={{ at: 'last-24h', changeType: 'CREATE,UPDATE,DELETE', result: 'OK' }}
            >
              Audit log
            </HomeLink>
          </>
        ) : null}
      </p>
    </>
  )
}
