import type { Config } from '../config.ts'
import type { Database } from '../kit/database.ts'
import type { Authenticate } from '../kit/pipeline.ts'
import type { EventFeed } from '../kit/events/event-feed.ts'
import type { Feature } from '../kit/feature.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import * as alert from './alert/routes.ts'
import { apiClientFeature } from './api-client/api-client-feature.ts'
import { approvalFeature } from './approval/approval-feature.ts'
import { auditFolder } from './audit/read-model.ts'
import * as audit from './audit/routes.ts'
import * as bankMapping from './bank-mapping/routes.ts'
import * as configuration from './config/routes.ts'
import * as credentialsTemplate from './credentials-template/routes.ts'
import { gdprFeature } from './gdpr/gdpr-feature.ts'
import type { OpenStreams } from './events/open-streams.ts'
import * as events from './events/routes.ts'
import { countWork } from './home/read-model.ts'
import * as home from './home/routes.ts'
import { recoveryCodesLeft } from './identity/read-model.ts'
import * as inbox from './inbox/routes.ts'
import { workSources } from './inbox/sources.ts'
import * as identity from './identity/routes.ts'
import { investigationFeature } from './investigation/investigation-feature.ts'
import * as maintenance from './maintenance/routes.ts'
import * as merchant from './merchant/routes.ts'
import * as pendingGrant from './pending-grant/routes.ts'
import { grantingResources, grantsToConfirm } from './pending-grant/to-confirm.ts'
import * as psp from './psp/routes.ts'
import { rulesetFeature } from './ruleset/ruleset-feature.ts'
import { templateFeature } from './template/template-feature.ts'
import { transactionFeature } from './transaction/transaction-feature.ts'
import { userAccountFeature } from './user-account/user-account-feature.ts'
import * as user from './user/routes.ts'
import * as userdata from './userdata/routes.ts'

export interface FeatureParts {
  readonly config: Config
  readonly deps: KitDeps
  /** What is read while a transaction may be open has connections of its own. */
  readonly lookups: Database
  readonly database: { readonly reportUrl: string | undefined }
  readonly authenticate: Authenticate
  readonly feed: EventFeed
  readonly streams: OpenStreams
}

/** Table of contents of the server, the parts of it that the payment machine needs, and what waits for people. */
export function features({ config, deps, lookups, database, authenticate, feed, streams }: FeatureParts) {
  const ruleset = rulesetFeature({ ...deps, db: lookups }, feed)
  const apiClient = apiClientFeature(config, { ...deps, db: lookups })
  const approval = approvalFeature(config, ruleset.tracer)
  const areas: Feature[] = [
    { name: 'alert', handlers: alert.handlers() },
    apiClient,
    approval,
    { name: 'audit', handlers: audit.handlers({ folder: auditFolder(config.dataDir) }) },
    { name: 'bank-mapping', handlers: bankMapping.handlers() },
    { name: 'config', handlers: configuration.handlers(config) },
    { name: 'credentials-template', handlers: credentialsTemplate.handlers() },
    { name: 'events', handlers: events.handlers({ feed, authenticate, streams, countWork }) },
    gdprFeature(config),
    { name: 'identity', handlers: identity.handlers(config, deps) },
    investigationFeature(config),
    { name: 'maintenance', handlers: maintenance.handlers() },
    { name: 'merchant', handlers: merchant.handlers(config) },
    { name: 'psp', handlers: psp.handlers(config) },
    ruleset,
    templateFeature(config, deps, database),
    transactionFeature(config, ruleset.tracer),
    { name: 'user', handlers: user.handlers(config, deps) },
    userAccountFeature(config),
    { name: 'userdata', handlers: userdata.handlers() },
  ]
  const granting = grantingResources(areas.flatMap(({ handlers }) => handlers))
  const sources = workSources({
    paymentApprovals: approval.toDecide,
    pendingGrants: grantsToConfirm(granting),
  })
  const homeParts = { recoveryCodesLeft, approvalQueues: approval.queues, sources }
  const all: Feature[] = [
    ...areas,
    { name: 'home', handlers: home.handlers(homeParts, deps) },
    { name: 'inbox', handlers: inbox.handlers(sources) },
    { name: 'pending-grant', handlers: pendingGrant.handlers(granting) },
  ]
  return { all, rules: ruleset.ruleBook, gate: apiClient.gate, sources }
}
