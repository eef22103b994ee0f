import { createHash } from 'node:crypto'
import type { HomeWidget } from '@signalbox/model/calls/home'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Work } from '../../kit/handle.ts'
import { readWithin } from '../../kit/read-within.ts'
import { chainsInScope, chainStates, recentChanges } from '../audit/read-model.ts'
import { readInbox } from '../inbox/read-model.ts'
import { StaleWhileRevalidateCache, TimeoutError } from './stale-while-revalidate-cache.ts'
import { areaWidgets, newsWidget, searchWidget } from './area-widgets.ts'
import { paymentWidgets } from './payment-widgets.ts'
import { countUsers, ownAccount, readJobs } from './store.ts'
import type { HomeDeps, WidgetSource } from './widget-source.ts'

type Content = Awaited<ReturnType<WidgetSource['load']>>

/** They take a few milliseconds each. One that takes longer comes by itself, and the page is there without it. */
const defaultTimeoutMs = 300
/** How long somebody waits who asks for one widget alone, and the longest a statement may run for any. */
const loadMs = 5_000
const freshMs = 15_000
const staleMs = 5 * 60_000

const dayMs = 24 * 60 * 60 * 1000
const changesShown = 10
const fewRecoveryCodes = 3
/** A daily job may start late by a few minutes without anybody having to look. */
const noticeableLagSeconds = 5 * 60

/** Top first. Everybody sees those their roles open. */
const widgetSources: readonly WidgetSource[] = [
  {
    id: 'inbox',
    title: 'Waiting for you',
    access: 'signedIn',
    about: ({ user }) => user.id,
    freshMs: 0,
    async load(work, { sources }) {
      const data = await readInbox(sources, { ...work, merchants: work.inScope.map(({ id }) => id) })
      const urgent = data.items.some((item) => item.urgent)
      return { severity: urgent ? 'warning' : data.total > 0 ? 'info' : 'ok', data }
    },
  },
  searchWidget,
  {
    id: 'account',
    title: 'Your account',
    access: 'signedIn',
    about: ({ user }) => user.id,
    // People come here to see that what they just did is no longer asked of them.
    freshMs: 0,
    async load({ tx, user }, deps) {
      const account = await ownAccount(tx, user)
      const recoveryCodesLeft = await deps.recoveryCodesLeft(tx, user)
      const fewCodes = recoveryCodesLeft !== null && recoveryCodesLeft < fewRecoveryCodes
      const waiting = account.requiredActions.length > 0 || account.twoFactor.length === 0
      return { severity: waiting || fewCodes ? 'warning' : 'ok', data: { ...account, recoveryCodesLeft } }
    },
  },
  paymentWidgets.approvals,
  areaWidgets.decisions,
  paymentWidgets.cases,
  areaWidgets.kyc,
  areaWidgets.settlements,
  areaWidgets.books,
  areaWidgets.invoices,
  areaWidgets.store,
  areaWidgets.incidents,
  areaWidgets.alerts,
  paymentWidgets.volume,
  paymentWidgets.health,
  areaWidgets.clients,
  {
    id: 'audit',
    title: 'Audit log',
    access: 'audit-log.view',
    about: chainsInScope,
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
    about: ({ scope }) => scope.effective,
    async load({ tx, scope }) {
      const data = await countUsers(tx, scope.effective)
      return { severity: data.locked + data.withoutTwoFactor > 0 ? 'warning' : 'ok', data }
    },
  },
  {
    id: 'changes',
    title: 'Changes in the last 24 hours',
    access: ['audit-log.view', 'merchant.edit'],
    about: ({ scope }) => scope.effective,
    async load({ tx, scope, now }) {
      const since = new Date(now.getTime() - dayMs)
      return { severity: 'info', data: await recentChanges(tx, scope.effective, since, changesShown) }
    },
  },
  {
    id: 'jobs',
    title: 'Background jobs',
    access: 'platform.view',
    about: () => null,
    async load({ tx, now }) {
      const data = await readJobs(tx, now)
      const late = data.jobs.some(({ lagSeconds }) => lagSeconds > noticeableLagSeconds)
      const failing = data.queue.failed > 0 || data.jobs.some(({ outcome }) => outcome === 'FAILED')
      return { severity: late || failing ? 'warning' : 'ok', data }
    },
  },
  newsWidget,
]

const keyOf = (source: WidgetSource, work: Work): string =>
  createHash('sha256')
    .update(JSON.stringify([source.id, source.about(work)]))
    .digest('base64')

/** The widgets of Home, each limited in time and remembered for a moment, so that a slow one holds up nobody. */
export class Widgets {
  readonly #deps: HomeDeps
  readonly #cache: StaleWhileRevalidateCache<Content>

  constructor(deps: HomeDeps, now: () => Date) {
    this.#deps = deps
    this.#cache = new StaleWhileRevalidateCache({ now, staleMs, loadMs, most: 500 })
  }

  load(work: Work, only?: string): Promise<HomeWidget[]> {
    const open = widgetSources.filter(
      ({ id, access }) => (only === undefined || id === only) && mayAccess(access, work.user),
    )
    return Promise.all(open.map((source) => this.#loadOne(source, work, only !== undefined)))
  }

  /** One widget that cannot be computed says so in its own place and leaves the others alone. */
  async #loadOne(source: WidgetSource, work: Work, alone: boolean): Promise<HomeWidget> {
    const { id, title } = source
    // Whoever asks for one alone wants it now, as it is now.
    const terms = alone
      ? { freshMs: 0, timeoutMs: loadMs }
      : {
          freshMs: source.freshMs ?? freshMs,
          timeoutMs: this.#deps.timeoutMs ?? defaultTimeoutMs,
        }
    try {
      const content = await this.#cache.get({ key: keyOf(source, work), ...terms }, () =>
        readWithin(work.deps.db, loadMs, (tx) => source.load({ ...work, tx }, this.#deps)),
      )
      return { id, title, ...content } as HomeWidget
    } catch (error) {
      if (!alone && error instanceof TimeoutError) return { id, title, severity: 'late', data: null }
      work.deps.log.error({ err: error, widget: id }, 'a widget of the home page failed')
      return { id, title, severity: 'failed', data: null }
    }
  }
}
