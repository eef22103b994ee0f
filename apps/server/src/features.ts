import type { Config } from './config.ts'
import type { Database } from './kit/database.ts'
import type { Authenticate } from './kit/pipeline.ts'
import type { EventFeed } from './kit/events/event-feed.ts'
import type { Feature } from './kit/feature.ts'
import { secretBox } from './kit/secret-box.ts'
import type { KitDeps } from './kit/unit-of-work.ts'
import * as alert from './setup/alert/routes.ts'
import { analyticsFeature } from './insight/analytics/analytics-feature.ts'
import { apiClientFeature } from './setup/api-client/api-client-feature.ts'
import { approvalFeature } from './payments/approvals/approval-feature.ts'
import { auditFolder, entriesAbout } from './console/audit/read-model.ts'
import * as audit from './console/audit/routes.ts'
import * as bank from './finance/bank/routes.ts'
import { balanceFeature } from './finance/balance/balance-feature.ts'
import { settlementPayouts } from './finance/bank/settlement-payouts.ts'
import * as bankMapping from './setup/bank-mapping/routes.ts'
import * as configuration from './setup/config/routes.ts'
import * as credentialsTemplate from './setup/credentials-template/routes.ts'
import * as forexRate from './payments/reference/forex/routes.ts'
import { ofPaymentFeature } from './finance/of-payment/of-payment-feature.ts'
import { billingFeature } from './finance/billing/billing-feature.ts'
import { helpFeature } from './console/help/help-feature.ts'
import { gdprFeature } from './payments/gdpr/gdpr-feature.ts'
import { unlessAboutRestricted } from './payments/gdpr/read-model.ts'
import { hideUserReasons } from './payments/kyc/read-model.ts'
import type { OpenStreams } from './console/events/open-streams.ts'
import * as events from './console/events/routes.ts'
import * as iin from './payments/reference/iin-ranges/routes.ts'
import { countWork } from './console/home/read-model.ts'
import * as home from './console/home/routes.ts'
import { recoveryCodesLeft } from './people/identity/read-model.ts'
import * as inbox from './console/inbox/routes.ts'
import { workSources } from './console/inbox/sources.ts'
import * as identity from './people/identity/routes.ts'
import { investigationFeature } from './payments/cases/investigation-feature.ts'
import { kycFeature } from './payments/kyc/kyc-feature.ts'
import * as maintenance from './setup/maintenance/routes.ts'
import * as merchant from './people/merchant/routes.ts'
import * as message from './setup/message/routes.ts'
import * as paymentMethodInput from './setup/payment-method-input/routes.ts'
import * as paymentMethodLogo from './setup/payment-method-logo/routes.ts'
import * as pendingGrant from './people/pending-grant/routes.ts'
import { grantingResources, grantsToConfirm } from './people/pending-grant/to-confirm.ts'
import { pspNames } from './setup/psp/read-model.ts'
import * as psp from './setup/psp/routes.ts'
import * as releaseNote from './setup/release-note/routes.ts'
import { rulesetFeature, type FromPayments } from './setup/ruleset/ruleset-feature.ts'
import * as ruleMatch from './insight/rule-match/routes.ts'
import * as rulePerformance from './insight/rule-performance/routes.ts'
import { storeFeature } from './finance/store/store-feature.ts'
import * as schemeToken from './setup/scheme-token/routes.ts'
import { countUnaccepted, figuresOfPsps, settlementsToDecide } from './finance/settlements/read-model.ts'
import { settlementDeps, settlementFeature } from './finance/settlements/settlement-feature.ts'
import { networkTokenFeature } from './payments/network-tokens/network-token-feature.ts'
import { templateFeature } from './setup/template/template-feature.ts'
import { connectorNames, takesNetworkTokens } from './payments/connectors/index.ts'
import { transactionFeature } from './payments/transactions/transaction-feature.ts'
import { userAccountFeature } from './payments/accounts/user-account-feature.ts'
import { staffMail } from './people/user/read-model.ts'
import * as user from './people/user/routes.ts'
import * as userdata from './people/userdata/routes.ts'

export interface FeatureDeps {
  readonly config: Config
  readonly deps: KitDeps
  /** What is read while a transaction may be open has connections of its own. */
  readonly lookups: Database
  readonly database: { readonly reportUrl: string | undefined }
  readonly authenticate: Authenticate
  readonly feed: EventFeed
  readonly streams: OpenStreams
  readonly fromPayments: FromPayments
}

/** Areas that need nothing but the unit of work. */
const plainAreas = (): Feature[] => [
  { name: 'alert', handlers: alert.handlers() },
  { name: 'bank-mapping', handlers: bankMapping.handlers() },
  { name: 'credentials-template', handlers: credentialsTemplate.handlers() },
  { name: 'forex-rate', handlers: forexRate.handlers() },
  { name: 'iin', handlers: iin.handlers() },
  { name: 'maintenance', handlers: maintenance.handlers() },
  { name: 'message', handlers: message.handlers() },
  { name: 'payment-method-input', handlers: paymentMethodInput.handlers() },
  { name: 'rule-performance', handlers: rulePerformance.handlers() },
  { name: 'userdata', handlers: userdata.handlers() },
]

/** Table of contents of the server, the parts of it that the payment machine needs, and what waits for people. */
export function features({
  config,
  deps,
  lookups,
  database,
  authenticate,
  feed,
  streams,
  fromPayments,
}: FeatureDeps) {
  const ruleset = rulesetFeature({ ...deps, db: lookups }, feed, fromPayments)
  const apiClient = apiClientFeature(config, { ...deps, db: lookups })
  const approval = approvalFeature(config, ruleset.tracer)
  const transaction = transactionFeature(config, ruleset.tracer, entriesAbout)
  const mail = staffMail({ secrets: secretBox(config.masterKey), userFormats: deps.userFormats })
  const areas: Feature[] = [
    ...plainAreas(),
    apiClient,
    approval,
    analyticsFeature(config, deps),
    { name: 'audit', handlers: audit.handlers({ folder: auditFolder(config.dataDir) }) },
    balanceFeature(config, { figuresOfPsps, countUnaccepted }),
    { name: 'bank', handlers: bank.handlers(settlementPayouts(settlementDeps(config))) },
    billingFeature(config),
    { name: 'config', handlers: configuration.handlers(config, forexRate) },
    { name: 'events', handlers: events.handlers({ feed, authenticate, streams, countWork }) },
    gdprFeature(config),
    { name: 'identity', handlers: identity.handlers(config, deps, { pspNames }) },
    investigationFeature(config),
    kycFeature(ruleset.activeRules),
    ofPaymentFeature,
    { name: 'merchant', handlers: merchant.handlers(config) },
    { name: 'payment-method-logo', handlers: paymentMethodLogo.handlers(config) },
    { name: 'psp', handlers: psp.handlers(config, connectorNames) },
    { name: 'release-note', handlers: releaseNote.handlers({ mail, publicUrl: config.publicUrl }) },
    ruleset,
    { name: 'rule-match', handlers: ruleMatch.handlers(ruleset.versions) },
    { name: 'scheme-token', handlers: schemeToken.handlers({ takesTokens: takesNetworkTokens }) },
    networkTokenFeature,
    storeFeature(config),
    settlementFeature(config),
    templateFeature(config, deps, database),
    transaction,
    { name: 'user', handlers: user.handlers(config, deps) },
    userAccountFeature(config),
  ]
  const granting = grantingResources(areas.flatMap(({ handlers }) => handlers))
  const sources = workSources({
    paymentApprovals: approval.toDecide,
    pendingGrants: grantsToConfirm(granting, unlessAboutRestricted, hideUserReasons),
    settlements: settlementsToDecide(settlementDeps(config)),
  })
  const homeDeps = { recoveryCodesLeft, approvalQueues: approval.queues, sources }
  const all: Feature[] = [
    ...areas,
    helpFeature({ readDetail: transaction.detail }),
    { name: 'home', handlers: home.handlers(homeDeps, deps) },
    { name: 'inbox', handlers: inbox.handlers(sources) },
    {
      name: 'pending-grant',
      handlers: pendingGrant.handlers(granting, unlessAboutRestricted, hideUserReasons),
    },
  ]
  return { all, rules: ruleset.activeRules, trialRules: ruleset.trialRules, gate: apiClient.gate, sources }
}
