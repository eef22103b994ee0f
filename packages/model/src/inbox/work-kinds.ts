import type { Access } from '../access/policy.ts'

/** Where in the console something is: a page and what is open on it. */
export interface WorkPlace {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** What a link to an item is made of. */
interface WorkSubject {
  /** The record the page opens. */
  readonly record: string
  /** Which of several pages or tabs the record is on, where its kind has several. */
  readonly part: string | null
}

/** One kind of work that can wait for a person. Bell, Home, live updates and mails all follow from its declaration. */
interface WorkKind {
  readonly label: string
  /** How many, in words. */
  readonly counted: readonly [one: string, many: string]
  /** Name of an icon of the console. */
  readonly icon: string
  /** Who may act on it. Which single items, the source of the kind says: see `console/inbox/sources.ts`. */
  readonly access: Access
  /** The live topic that tells of changes. */
  readonly topic: string
  readonly place: (subject: WorkSubject) => WorkPlace | null
  /** The record shows only with its own merchant selected; others also show from above. */
  readonly ownMerchantOnly?: boolean
  /** What a mail says of one. Mails leave the house, so they name no user, no amount and nothing people wrote. */
  readonly mailed: (subject: WorkSubject) => string
}

const page = (to: string, search: WorkPlace['search'] = {}): WorkPlace => ({ to, search })

/** A version waits on the page of its table, a change set in the rules hub. */
function heldBackPlace(subject: string): WorkPlace {
  const [to = '/home', record = ''] = subject.split(' ')
  if (to === '/rules-hub/overview') return page(to, { mode: 'change-sets', id: record })
  return page(to, record === '' ? {} : { panel: 'review', ruleset: record })
}

/** Where one goes to look into an alert, by who noticed it. */
const alertPlaces: Readonly<Record<string, (record: string) => WorkPlace>> = {
  RULE: () => page('/rules/alerts'),
  AUDIT_CHAIN: () => page('/admin/audit-log'),
  DEAD_LETTER: (id) => page('/transactions', id === '' ? {} : { id }),
  LEDGER: () => page('/finance/balance', { mode: 'periods' }),
  RULE_EMERGENCY: (subject) => {
    const [to = '/home', ruleset = ''] = subject.split(' ')
    return page(to, ruleset === '' ? {} : { panel: 'review', ruleset })
  },
  RULE_SCHEDULE: heldBackPlace,
  ANALYTICS_CHECK: () => page('/home'),
  PERFORMANCE_CHECK: () => page('/rules-hub/performance'),
  APPROVAL_DROP: () => page('/analytics/approval-rate'),
  SETTLEMENT_LATE: () => page('/finance/balance', { noFile: 'true' }),
  SETTLEMENT_UNDECIDED: (id) => page('/finance/settlements', id === '' ? {} : { id }),
  INVOICE_OVERDUE: (id) => page('/admin/invoice', id === '' ? { overdue: 'true' } : { id }),
  INVOICE_DRAFTS: (id) => page('/admin/customer', id === '' ? {} : { id }),
  VOUCHERS_LOW: (id) =>
    page('/voucher/read', id === '' ? { mode: 'batches', low: 'true' } : { mode: 'batches', id }),
  SECRET_EXPIRY: (id) => page('/admin/api-clients', id === '' ? {} : { id }),
}

const workKinds = {
  'payment-approval': {
    label: 'Payment approval',
    counted: ['payment approval', 'payment approvals'],
    icon: 'approve',
    access: 'approve.decide',
    topic: 'approval',
    place: ({ record, part }) => page('/approve', { queue: part ?? 'first', id: record }),
    mailed: ({ record, part }) => `Transaction ${record} is waiting for ${part ?? 'first'} approval`,
  },
  'ruleset-approval': {
    label: 'Rule approval',
    counted: ['rule approval', 'rule approvals'],
    icon: 'rules',
    access: ['rules.edit', 'kyc-rules.edit'],
    topic: 'ruleset',
    // A table shows the rules of one merchant and what it inherits.
    ownMerchantOnly: true,
    place: ({ record, part }) => page(part ?? '/home', { panel: 'review', ruleset: record }),
    mailed: () => 'A rule change is waiting for approval',
  },
  'change-set-approval': {
    label: 'Change set approval',
    counted: ['change set approval', 'change set approvals'],
    icon: 'rules',
    access: 'rules-hub.edit',
    topic: 'change-set',
    place: ({ record }) => page('/rules-hub/overview', { mode: 'change-sets', id: record }),
    mailed: () => 'A change set of rules is waiting for approval',
  },
  case: {
    label: 'Case',
    counted: ['case', 'cases'],
    icon: 'investigate',
    access: 'investigate.decide',
    topic: 'case',
    place: ({ record, part }) => page('/investigate', { desk: part ?? 'cases', id: record }),
    mailed: () => 'A case is open',
  },
  'pending-grant': {
    label: 'Pending change',
    counted: ['pending change', 'pending changes'],
    icon: 'key',
    access: 'pending-grants.decide',
    topic: 'pending-grant',
    place: ({ record, part }) =>
      part === 'kyc'
        ? page('/kyc/search', { id: record })
        : page('/admin/backoffice-users', { mode: 'pending', id: record }),
    mailed: () => 'A change needs a second person',
  },
  'voucher-batch': {
    label: 'Voucher batch',
    counted: ['voucher batch', 'voucher batches'],
    icon: 'store',
    access: 'store.edit',
    topic: 'voucher-batch',
    place: ({ record }) => page('/voucher/read', { mode: 'batches', id: record }),
    mailed: () => 'A voucher batch is waiting for release',
  },
  'ledger-request': {
    label: 'Ledger request',
    counted: ['ledger request', 'ledger requests'],
    icon: 'chart',
    access: 'balance.edit',
    topic: 'ledger-request',
    place: ({ record }) => page('/finance/balance', { mode: 'requests', id: record }),
    mailed: () => 'A ledger change is waiting for approval',
  },
  settlement: {
    label: 'Settlement',
    counted: ['settlement', 'settlements'],
    icon: 'chart',
    access: 'settlements.edit',
    topic: 'settlement-batch',
    place: ({ record }) => page('/finance/settlements', { id: record }),
    mailed: () => 'A settlement is waiting for a decision',
  },
  billing: {
    label: 'Billing',
    counted: ['billing decision', 'billing decisions'],
    icon: 'file',
    access: ['invoice.edit', 'legal-entity.edit'],
    topic: 'invoice',
    place: ({ record, part }) =>
      part === 'iban'
        ? page('/admin/customer', { mode: 'legal-entities', id: record })
        : page('/admin/invoice', { id: record }),
    mailed: () => 'An invoice or an IBAN needs a second person',
  },
  alert: {
    label: 'Alert',
    counted: ['alert', 'alerts'],
    icon: 'warning',
    access: 'alerts.edit',
    topic: 'alert',
    place: ({ record, part }) => alertPlaces[part ?? '']?.(record) ?? null,
    mailed: () => 'An alert is open',
  },
  mention: {
    label: 'Mention',
    counted: ['mention', 'mentions'],
    icon: 'user',
    access: 'signedIn',
    topic: 'mention',
    // Comments on rules are on the page of their table, which is the part.
    place: ({ record, part }) =>
      part?.startsWith('/')
        ? page(part, { panel: 'review', ruleset: record })
        : part === 'case'
          ? page('/investigate', { id: record })
          : page('/transactions', { id: record, tab: 'notes' }),
    mailed: ({ record, part }) =>
      part?.startsWith('/')
        ? 'Someone commented on a rule change of yours'
        : part === 'case'
          ? 'You were mentioned in a case'
          : `You were mentioned on transaction ${record}`,
  },
} as const satisfies Record<string, WorkKind>

export type WorkKindName = keyof typeof workKinds

export const workKindNames = Object.keys(workKinds) as WorkKindName[]

/** The declaration of a kind as what all kinds have in common. */
export const workKind = (name: WorkKindName): WorkKind => workKinds[name]

/** What changes these kinds of work, each topic once. */
export const workTopics: readonly string[] = [...new Set(workKindNames.map((name) => workKinds[name].topic))]
