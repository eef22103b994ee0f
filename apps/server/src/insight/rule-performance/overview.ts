import { rulesetOverview } from '@signalbox/model/entities/ruleset-overview'
import { Resource } from '../../kit/resource.ts'
import { viewableTables } from '../../setup/ruleset/read-model.ts'
import { ofTables, overviewFilters } from './overview-store.ts'

/** Rulesets of all tables the person may see. */
export const rulesetsOverview = () =>
  new Resource(rulesetOverview, {
    filters: ({ user }) => overviewFilters(user.username),
    seen: (work) => ofTables(viewableTables(work).map(({ slug }) => slug)),
  })
