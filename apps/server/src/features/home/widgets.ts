import type { HomeWidget, Severity, WidgetId } from '@signalbox/model/calls/home'
import { mayAccess, type Access } from '@signalbox/model/policy'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { chainsInScope, chainStates, recentChanges } from '../audit/read-model.ts'
import { countUsers, ownAccount, readJobs } from './store.ts'

export interface HomeParts {
  /** Null when the person never made any. */
  readonly recoveryCodesLeft: (
    tx: Tx,
    person: { id: string; homeMerchantId: number },
  ) => Promise<number | null>
}

interface WidgetSource {
  readonly id: WidgetId
  readonly title: string
  readonly access: Access
  load(work: Work, parts: HomeParts): Promise<{ severity: Exclude<Severity, 'failed'>; data: unknown }>
}

const dayMs = 24 * 60 * 60 * 1000
const changesShown = 10
const fewRecoveryCodes = 3
/** A daily job may start late by a few minutes without anybody having to look. */
const noticeableLagSeconds = 5 * 60

/** Top first. Everybody sees those their roles open. */
const widgetSources: readonly WidgetSource[] = [
  {
    id: 'account',
    title: 'Your account',
    access: 'signedIn',
    async load({ tx, user }, parts) {
      const account = await ownAccount(tx, user)
      const recoveryCodesLeft = await parts.recoveryCodesLeft(tx, user)
      const fewCodes = recoveryCodesLeft !== null && recoveryCodesLeft < fewRecoveryCodes
      const waiting = account.requiredActions.length > 0 || account.twoFactor.length === 0
      return { severity: waiting || fewCodes ? 'warning' : 'ok', data: { ...account, recoveryCodesLeft } }
    },
  },
  {
    id: 'audit',
    title: 'Audit log',
    access: 'audit-log.view',
    async load(work) {
      const chains = await chainStates(work.tx, chainsInScope(work))
      const broken = chains.some(({ verification }) => verification?.ok === false)
      const unchecked = chains.some(({ lastSeq, verification }) => lastSeq > 0 && !verification)
      return { severity: broken ? 'critical' : unchecked ? 'info' : 'ok', data: { chains } }
    },
  },
  {
    id: 'users',
    title: 'Backoffice users',
    access: 'backoffice-users.edit',
    async load({ tx, scope }) {
      const data = await countUsers(tx, scope.effective)
      return { severity: data.locked + data.withoutTwoFactor > 0 ? 'warning' : 'ok', data }
    },
  },
  {
    id: 'changes',
    title: 'Changes in the last 24 hours',
    access: ['audit-log.view', 'merchant.edit'],
    async load({ tx, scope, now }) {
      const since = new Date(now.getTime() - dayMs)
      return { severity: 'info', data: await recentChanges(tx, scope.effective, since, changesShown) }
    },
  },
  {
    id: 'jobs',
    title: 'Background work',
    access: 'platform.view',
    async load({ tx, now }) {
      const data = await readJobs(tx, now)
      const late = data.jobs.some(({ lagSeconds }) => lagSeconds > noticeableLagSeconds)
      const failing = data.queue.failed > 0 || data.jobs.some(({ outcome }) => outcome === 'FAILED')
      return { severity: late || failing ? 'warning' : 'ok', data }
    },
  },
]

/** One widget that cannot be computed says so in its own place and leaves the others alone. */
async function loadWidget(source: WidgetSource, work: Work, parts: HomeParts): Promise<HomeWidget> {
  const { id, title } = source
  try {
    return { id, title, ...(await source.load(work, parts)) } as HomeWidget
  } catch (error) {
    work.deps.log.error({ err: error, widget: id }, 'a widget of the home page failed')
    return { id, title, severity: 'failed', data: null }
  }
}

export function loadWidgets(work: Work, parts: HomeParts, only?: string): Promise<HomeWidget[]> {
  const open = widgetSources.filter(
    ({ id, access }) => (only === undefined || id === only) && mayAccess(access, work.user),
  )
  return Promise.all(open.map((source) => loadWidget(source, work, parts)))
}
