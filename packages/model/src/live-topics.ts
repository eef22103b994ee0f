import { entities } from './entities/index.ts'
import type { Access } from './policy.ts'

export interface LiveTopic {
  /** Who may hear of it: whoever may read it. */
  readonly access: Access
  /** What happens on a merchant above the selected one also counts below it. */
  readonly inherited: boolean
}

const ofEntities = Object.fromEntries(
  entities.map((e): [string, LiveTopic] => [
    e.slug,
    { access: e.access.view, inherited: e.scope === 'inherited' },
  ]),
)

/** What browsers can hear about. An event of a topic that is not listed stays on the server. */
export const liveTopics: ReadonlyMap<string, LiveTopic> = new Map(
  Object.entries({
    ...ofEntities,
    template: {
      access: [
        'template-email.view',
        'template-html.view',
        'template-mq.view',
        'template-css.view',
        'template-script.view',
        'template-sql.view',
      ],
      inherited: true,
    },
  }),
)
