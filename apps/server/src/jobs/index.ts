import { join } from 'node:path'
import type { Config } from '../config.ts'
import { expiredAlerts } from '../setup/alert/read-model.ts'
import { mailConfig } from '../setup/config/read-model.ts'
import { watchDestinationsJob } from '../setup/config/watch-destinations.ts'
import {
  auditFolder,
  HeadWatch,
  mailChannel,
  webhookChannel,
  WitnessSender,
} from '../console/audit/read-model.ts'
import { announceWindows } from '../setup/maintenance/announce-windows.ts'
import { expiredInApiClients } from '../setup/api-client/read-model.ts'
import { remindExpiry } from '../setup/api-client/remind-expiry.ts'
import { expiredExchanges } from '../people/help/read-model.ts'
import { staffMail } from '../people/user/read-model.ts'
import { gdprJobs, gdprTasks } from '../payments/gdpr/gdpr-feature.ts'
import {
  checkCubesJob,
  keepCubesJob,
  mailDashboardsJob,
  watchApprovalJob,
} from '../insight/analytics/read-model.ts'
import { dashboardMailDeps } from '../insight/analytics/analytics-feature.ts'
import { invoiceDrafts } from '../finance/billing/run-drafts.ts'
import { keepFindings } from '../insight/rule-performance/keep-findings.ts'
import { checkPerformance } from '../insight/rule-performance/check-performance.ts'
import { keepPerformance } from '../insight/rule-performance/keep-performance.ts'
import { mailInboxJob } from '../console/inbox/mail-inbox.ts'
import { renderMail, expiredPreviews } from '../setup/template/read-model.ts'
import { expiredInIdentity } from '../people/identity/read-model.ts'
import { releaseLocksJob } from '../people/identity/release-locks.ts'
import { activateDue } from '../setup/ruleset/activate-due.ts'
import { releaseDueSets } from '../setup/ruleset/change-sets/release-due.ts'
import { revertUnconfirmed } from '../setup/ruleset/revert-unconfirmed.ts'
import { createRulesetWorker } from '../setup/ruleset/ruleset-worker/ruleset-worker.ts'
import { disableInactiveJob } from '../people/user/disable-inactive.ts'
import { checkBooksTask } from '../finance/balance/check-task.ts'
import { checkBooksJob } from '../payments/ledger/check-books.ts'
import { totalDaysJob } from '../payments/ledger/day-totals.ts'
import { sealDays } from '../payments/ledger/seal-days.ts'
import { generatedSource } from '../payments/reference/generated-rates.ts'
import { importRates } from '../payments/reference/import-rates.ts'
import { rateFiles, together, type RateSource } from '../payments/reference/rate-source.ts'
import { expiredRejections } from '../payments/core/record/rejected-callback-store.ts'
import { sealEventsJob } from '../payments/core/record/seal-events.ts'
import { expireCodes } from '../payments/vault/expire-codes.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import type { QueueTask } from '../kit/jobs/queue-task.ts'
import { startJobs, type Jobs } from '../kit/jobs/start-jobs.ts'
import { captureTransport } from '../kit/mail/capture-transport.ts'
import { smtpTransport } from '../kit/mail/smtp-transport.ts'
import { createHttpExchanger } from '../kit/outbound/http-exchange.ts'
import { destinationsOf } from '../kit/outbound/destinations.ts'
import { merchantMailServer, ownMailServer } from '../kit/outbound/mail-server.ts'
import { secretBox } from '../kit/secret-box.ts'
import { expiredInKit } from '../kit/purge-expired.ts'
import { expiredInPayments } from '../payments/public-api/expired-requests-store.ts'
import { DiskWatch } from './disk-watch.ts'
import type { Readiness } from '../kit/health/readiness.ts'
import type { Metrics } from '../kit/metrics.ts'
import type { Tracing } from '../kit/tracing/span.ts'
import type { WorkSources } from '../kit/work-source.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { auditAnchor } from './audit-anchor.ts'
import { auditVerify } from './audit-verify.ts'
import { prune } from './prune.ts'
import { sendMail } from './send-mail.ts'
import { tellOfWitnesses } from './tell-of-witnesses.ts'
import { watchFinance } from './watch-finance.ts'
import { watchSettings } from './watch-settings.ts'

type BackgroundConfig = Pick<
  Config,
  | 'dataDir'
  | 'demo'
  | 'forexDir'
  | 'masterKey'
  | 'publicUrl'
  | 'smtpUrl'
  | 'mailFrom'
  | 'environment'
  | 'outboundAllow'
  | 'auditWitnessUrl'
  | 'auditWitnessMail'
>

interface BackgroundDeps {
  readonly config: BackgroundConfig
  readonly deps: KitDeps
  readonly queueUrl: string
  /** What the payment machine of this node does by itself. */
  readonly readiness: Pick<Readiness, 'check'>
  readonly metrics?: Metrics
  readonly tracing?: Tracing
  readonly payments: { readonly jobs: readonly PeriodicJob[]; readonly tasks: readonly QueueTask[] }
  /** What waits for people, by kind. */
  readonly workSources: WorkSources
}

/** Work that is asked for. */
export const mailTasks = (config: BackgroundConfig, deps: KitDeps): QueueTask[] => [
  sendMail({
    deps,
    secrets: secretBox(config.masterKey),
    transport: config.smtpUrl
      ? smtpTransport(ownMailServer(config.smtpUrl))
      : captureTransport(join(config.dataDir, 'mail')),
    from: config.mailFrom,
    mailSettings: (merchantId) => mailConfig({ db: deps.db, box: secretBox(config.masterKey) }, merchantId),
    smtp: (url) => smtpTransport(merchantMailServer(url, { destinations: destinationsOf(config) })),
    renderMail: (request) => renderMail(deps, request),
  }),
]

/** Rates are put into a folder; the demo platform also has some of its own making. */
const rateSource = ({ demo, forexDir }: BackgroundConfig): RateSource =>
  demo ? together(rateFiles(forexDir), generatedSource) : rateFiles(forexDir)

const mailToStaff = ({ masterKey }: BackgroundConfig, { userFormats }: KitDeps) =>
  staffMail({ secrets: secretBox(masterKey), userFormats })

/** Where the operator wants the ends of the audit log to be known. */
function witnessSender(config: BackgroundConfig, deps: KitDeps) {
  const { auditWitnessUrl: url, auditWitnessMail: to, smtpUrl, mailFrom: from } = config
  const { now, log } = deps
  const exchanger = createHttpExchanger({ now, destinations: destinationsOf(config).trusting(url) })
  const channels = [
    ...(url ? [webhookChannel(url, exchanger.exchange)] : []),
    ...(to && smtpUrl ? [mailChannel({ transport: smtpTransport(ownMailServer(smtpUrl)), from, to })] : []),
  ]
  const told = tellOfWitnesses(deps)
  return { sender: new WitnessSender({ channels, now, log, told }), close: () => exchanger.close() }
}

/** Work that comes back by itself. */
const periodicJobs = (
  config: BackgroundConfig,
  deps: KitDeps,
  { sender, sources }: { readonly sender: WitnessSender; readonly sources: WorkSources },
): PeriodicJob[] => {
  const rulesetWorker = createRulesetWorker()
  const mailing = dashboardMailDeps(config, deps)
  return [
    announceWindows(deps, mailToStaff(config, deps)),
    remindExpiry(deps, mailToStaff(config, deps)),
    activateDue(deps, rulesetWorker),
    releaseDueSets(deps, rulesetWorker),
    revertUnconfirmed(deps),
    auditAnchor(deps, auditFolder(config.dataDir), sender),
    auditVerify(deps, auditFolder(config.dataDir)),
    checkBooksJob(deps),
    disableInactiveJob(deps),
    expireCodes(deps),
    ...gdprJobs(config, deps),
    importRates(deps, rateSource(config)),
    invoiceDrafts(deps),
    keepCubesJob(deps),
    checkCubesJob(deps),
    watchApprovalJob(deps),
    mailDashboardsJob(deps, mailing),
    keepFindings(deps, rulesetWorker),
    keepPerformance(deps),
    checkPerformance(deps),
    mailInboxJob(deps, { sources, ...mailing }),
    prune(deps, [
      expiredInKit,
      expiredInIdentity,
      expiredInApiClients,
      expiredInPayments,
      expiredRejections,
      expiredAlerts,
      expiredPreviews,
      expiredExchanges,
    ]),
    releaseLocksJob(deps),
    sealDays(deps),
    sealEventsJob(deps),
    totalDaysJob(deps),
    watchDestinationsJob(deps, config.environment === 'production'),
    watchFinance(deps),
  ]
}

/** Everything this node does without being asked. */
export async function startBackground(backgroundDeps: BackgroundDeps): Promise<Jobs> {
  const {
    config,
    deps,
    queueUrl,
    payments,
    workSources: sources,
    readiness,
    metrics,
    tracing,
  } = backgroundDeps
  const tasks = [
    ...mailTasks(config, deps),
    ...gdprTasks(config, deps),
    checkBooksTask(deps),
    ...payments.tasks,
  ]
  const { sender, close } = witnessSender(config, deps)
  await watchSettings(deps, config)
  const jobs = await startJobs({
    queueUrl,
    deps,
    tasks,
    periodic: [...periodicJobs(config, deps, { sender, sources }), ...payments.jobs],
    tracing,
    ended: (job, outcome, ms) => metrics?.jobDuration.observe({ job, outcome }, ms / 1_000),
  })
  const watch = new HeadWatch(deps, auditFolder(config.dataDir), sender)
  watch.start()
  const disk = new DiskWatch(deps, readiness)
  disk.start()
  return {
    ...jobs,
    stop: async () => {
      await jobs.stop()
      await watch.stop()
      await disk.stop()
      close()
    },
  }
}
