import type { EventFeed } from '../../kit/events/event-feed.ts'
import type { Feature } from '../../kit/feature.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { CompiledVersions } from './compiled-versions.ts'
import { handlers } from './routes.ts'
import { decisionTracer, RuleBook, type DecisionTracer } from './read-model.ts'
import { createWorkshop } from './workshop/workshop.ts'

export interface RulesetFeature extends Feature {
  readonly ruleBook: RuleBook
  readonly tracer: DecisionTracer
}

/** Rules, with the thread that works on them and the book payments are decided by. */
export function rulesetFeature({ db, log }: KitDeps, feed: EventFeed): RulesetFeature {
  const workshop = createWorkshop()
  const versions = new CompiledVersions(workshop)
  const ruleBook = new RuleBook({ db, log, feed, versions })
  return {
    name: 'ruleset',
    handlers: handlers({ workshop, versions }),
    ruleBook,
    tracer: decisionTracer(versions),
    stop: async () => {
      await ruleBook.stop()
      await workshop.stop()
    },
  }
}
