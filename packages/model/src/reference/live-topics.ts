import { entities } from '../entities/index.ts'
import type { Access } from '../access/policy.ts'

export interface LiveTopic {
  /** Who may hear of it: whoever may read it. */
  readonly access: Access
  /** `scope`: merchants in scope. `inherited`: also those above, whose rows count below. `own`: the person it names. */
  readonly reach: 'scope' | 'inherited' | 'own'
}

const ofEntities = Object.fromEntries(
  entities.map((e): [string, LiveTopic] => [
    e.slug,
    { access: e.access.view, reach: e.scope === 'own' ? 'scope' : 'inherited' },
  ]),
)

/** What browsers can hear about. An event of a topic that is not listed stays on the server. */
export const liveTopics: ReadonlyMap<string, LiveTopic> = new Map<string, LiveTopic>(
  Object.entries<LiveTopic>({
    ...ofEntities,
    // Told from above too; what it says is read by whoever may see that merchant.
    alert: { access: 'alerts.view', reach: 'inherited' },
    approval: { access: 'approve.view', reach: 'scope' },
    case: { access: 'investigate.view', reach: 'scope' },
    'change-set': { access: 'rules-hub.view', reach: 'scope' },
    // A note names them.
    mention: { access: 'signedIn', reach: 'own' },
    // Release notes are heard of by whoever may write them; what is published, by everybody.
    news: { access: 'signedIn', reach: 'inherited' },
    ruleset: { access: ['rules.view', 'kyc-rules.view'], reach: 'inherited' },
    template: {
      access: [
        'template-email.view',
        'template-html.view',
        'template-mq.view',
        'template-css.view',
        'template-script.view',
        'template-sql.view',
      ],
      reach: 'inherited',
    },
    transaction: { access: ['transactions.view', 'approve.view', 'investigate.view'], reach: 'scope' },
    userdata: { access: 'signedIn', reach: 'own' },
  }),
)
