import type { AlertSource } from '@signalbox/model/calls/alert'
import { mayAccess } from '@signalbox/model/access/policy'
import { toWire } from '@signalbox/model/money/money-schema'
import { countWithoutFile } from '../../finance/balance/read-model.ts'
import { invoiceWork } from '../../finance/billing/read-model.ts'
import { figuresOfPsps, settlementWork } from '../../finance/settlements/read-model.ts'
import { storeWork } from '../../finance/store/read-model.ts'
import { countOpenFindings, trialBalance } from '../../payments/ledger/read-model.ts'
import { countKycWork } from '../../payments/kyc/read-model.ts'
import { webhookTrouble } from '../../payments/notifications/read-model.ts'
import { lastDecisions } from '../../payments/approvals/read-model.ts'
import { alertsSince } from '../../setup/alert/read-model.ts'
import { expiringClients } from '../../setup/api-client/read-model.ts'
import { windowsAhead } from '../../setup/maintenance/read-model.ts'
import { newsFor } from '../../setup/release-note/read-model.ts'
import { booksCheckedAt } from './store.ts'
import { todaySoFar } from './today.ts'
import type { WidgetSource } from './widget-source.ts'

const dayMs = 24 * 60 * 60 * 1000
const windowsShown = 6
const decisionsShown = 10
const alertsShown = 5
const secretsShown = 3
const newsShown = 4
/** Of older ones nobody is told that they are unread. */
const newsCounted = 20

/** Who does not receive alerts still sees those that the rules raise which they look after. */
const ofRules: readonly AlertSource[] = ['RULE']

export const searchWidget: WidgetSource = {
  id: 'search',
  title: 'Find a payment',
  access: 'transactions.view',
  about: ({ user }) => user.roles,
  load({ user }) {
    const limited = !mayAccess(['transactions.note', 'transaction-detail.view'], user)
    return Promise.resolve({ severity: 'info', data: { limited } })
  },
}

export const newsWidget: WidgetSource = {
  id: 'news',
  title: 'What’s new',
  access: 'signedIn',
  about: ({ user }) => [user.id, user.roles],
  // Whoever has just read one comes back to see it read.
  freshMs: 0,
  async load({ tx, user }) {
    const notes = await newsFor(tx, user, newsCounted)
    const items = notes.slice(0, newsShown).map(({ bodyMd: _body, publishedAt: _at, ...note }) => note)
    return { severity: 'info', data: { unread: notes.filter(({ read }) => !read).length, items } }
  },
}

/** What each area of work has to look at. Areas without a screen have no card, or one that leads nowhere. */
export const areaWidgets = {
  decisions: {
    id: 'decisions',
    title: 'Your last decisions',
    access: 'approve.decide',
    about: ({ scope, user }) => [scope.effective, user.id, user.roles],
    freshMs: 0,
    async load({ tx, scope, user }) {
      const terms = { userId: user.id, roles: user.roles, most: decisionsShown }
      return { severity: 'info', data: { items: await lastDecisions(tx, scope.effective, terms) } }
    },
  },
  kyc: {
    id: 'kyc',
    title: 'KYC',
    access: 'kyc.view',
    about: ({ scope, user }) => [scope.effective, user.roles],
    async load({ tx, scope, user, now }) {
      const data = await countKycWork(tx, scope.effective, { roles: user.roles, now })
      const some = data.awaitingReview + data.underAge > 0
      return { severity: data.hits > 0 ? 'warning' : some ? 'info' : 'ok', data }
    },
  },
  settlements: {
    id: 'settlements',
    title: 'Settlements',
    access: 'settlements.view',
    about: ({ scope }) => scope.effective,
    async load({ tx, scope }) {
      const data = await settlementWork(tx, scope.effective)
      const some = data.linesToDecide + data.batchesToAccept > 0
      return { severity: data.unmatchedLines > 0 ? 'warning' : some ? 'info' : 'ok', data }
    },
  },
  invoices: {
    id: 'invoices',
    title: 'Invoices',
    access: 'invoice.view',
    about: ({ scope }) => scope.effective,
    async load({ tx, scope, now }) {
      const data = await invoiceWork(tx, scope.effective, now)
      const some = data.drafts + data.approved > 0
      return { severity: data.overdue > 0 ? 'warning' : some ? 'info' : 'ok', data }
    },
  },
  store: {
    id: 'store',
    title: 'Store',
    access: 'store.view',
    about: ({ scope, user }) => [scope.effective, user.id],
    async load({ tx, scope, user, now, deps }) {
      const { timeZone } = await deps.userFormats(tx, user)
      const data = await storeWork(tx, scope.effective, todaySoFar(now, timeZone))
      return { severity: data.lowBatches + data.refusedVouchers > 0 ? 'warning' : 'ok', data }
    },
  },
  books: {
    id: 'books',
    title: 'Books',
    access: 'balance.view',
    about: ({ scope }) => [scope.selected, scope.effective],
    async load({ tx, scope, now }) {
      const balances = (await trialBalance(tx, scope.effective)).map(({ currency, debit, credit }) => ({
        debit: toWire({ minor: debit, currency }),
        credit: toWire({ minor: credit, currency }),
        balanced: debit === credit,
      }))
      const findings = await countOpenFindings(tx, scope.effective)
      const broken = findings > 0 || balances.some(({ balanced }) => !balanced)
      const checkedAt = await booksCheckedAt(tx)
      const withoutFile = await countWithoutFile({ tx, scope, now }, { figuresOfPsps })
      const severity = broken ? 'critical' : withoutFile > 0 ? 'warning' : 'ok'
      return { severity, data: { balances, findings, checkedAt, withoutFile } }
    },
  },
  incidents: {
    id: 'incidents',
    title: 'Incidents and maintenance',
    access: ['transactions.view', 'approve.view', 'maintenance.view', 'rules.view'],
    about: ({ scope }) => [scope.chain, scope.effective],
    async load({ tx, scope, now }) {
      // What is closed above holds here too.
      const merchants = [...new Set([...scope.chain, ...scope.effective])]
      const until = new Date(now.getTime() + dayMs)
      const found = await windowsAhead(tx, merchants, { now, until, most: windowsShown })
      const windows = found.map((window) => ({
        ...window,
        running: Date.parse(window.startAt) <= now.getTime(),
      }))
      const running = windows.some((window) => window.running)
      return { severity: running ? 'warning' : windows.length > 0 ? 'info' : 'ok', data: { windows } }
    },
  },
  alerts: {
    id: 'alerts',
    title: 'Alerts in the last 24 hours',
    access: ['alerts.view', 'rules.view'],
    about: ({ scope, user }) => [scope.effective, mayAccess('alerts.view', user)],
    async load({ tx, scope, user, now }) {
      const data = await alertsSince(tx, scope.effective, {
        since: new Date(now.getTime() - dayMs),
        sources: mayAccess('alerts.view', user) ? null : ofRules,
        most: alertsShown,
      })
      const items = data.items.map((alert) => ({
        id: alert.id,
        merchantId: alert.merchantId,
        merchant: alert.merchant,
        source: alert.source,
        severity: alert.severity,
        title: alert.title,
        subject: alert.subject,
        state: alert.state,
        times: alert.times,
        lastAt: alert.lastAt,
      }))
      const critical = items.some(({ severity, state }) => severity === 'CRITICAL' && state === 'OPEN')
      const severity = critical ? 'critical' : data.open > 0 ? 'warning' : data.total > 0 ? 'info' : 'ok'
      return { severity, data: { ...data, items } }
    },
  },
  clients: {
    id: 'clients',
    title: 'API clients and webhooks',
    access: 'api-clients.view',
    about: ({ scope, user }) => [scope.effective, user.roles],
    async load({ tx, scope, user, now }) {
      const { total, soonest } = await expiringClients(tx, scope.effective, { now, most: secretsShown })
      const trouble = await webhookTrouble(tx, scope.effective, { roles: user.roles, now })
      return {
        severity: total + trouble.failedWebhooks > 0 ? 'warning' : 'ok',
        data: { expiring: total, secrets: soonest, ...trouble },
      }
    },
  },
} satisfies Record<string, WidgetSource>
