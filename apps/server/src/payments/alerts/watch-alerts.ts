import type { CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import { cronRunsBetween } from '@signalbox/model/rules/cron'
import { alerts } from '@signalbox/model/rules/tables/alerts'
import { endAlerts, raiseAlert } from '../../setup/alert/read-model.ts'
import { endWindowsOf, openWindowFor } from '../../setup/maintenance/read-model.ts'
import { readersAt } from '../../people/user/read-model.ts'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { mailJob } from '../../kit/mail/mail-job.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { durationMs } from '../core/flow/duration.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { typedHit, type RuleHit } from '../core/flow/rule-answer.ts'
import { lastWatch, merchantIds, noteWatch, recentGroups } from './alert-store.ts'
import { isAlarming, measureAlert, type Measure } from './measure-alert.ts'

type AlertDeps = Pick<MachineDeps, 'kit' | 'rules' | 'box'>

const minuteMs = 60_000

type Hit = RuleHit<typeof alerts>

const onlyText = (hit: Hit, key: string): string => {
  const cell = hit.rule.conditions[key]
  return cell?.op === 'in' ? String(cell.values[0] ?? '') : ''
}

/** One alert per row, whichever version of it rang. */
const alertKey = ({ ruleset, rule }: Hit): string => `${ruleset.version.rulesetId} ${rule.id}`

/** Tells people, and closes or opens the PSP the row is about. */
async function ring(
  { box }: AlertDeps,
  unit: UnitOfWork,
  merchantId: number,
  hit: Hit,
  measure: Measure,
): Promise<void> {
  const { outputs, rule, ref } = hit
  const psp = onlyText(hit, 'psp')
  const { setMaintenance: action, time, unit: timeUnit } = outputs
  const severity = action ? 'CRITICAL' : 'WARNING'
  const share = (measure.thresholdPct / 10_000).toFixed(1)
  unit.audit({
    merchantId,
    entityType: 'ruleset',
    entityId: hit.ruleset.version.rulesetId,
    entityLabel: ref,
    action: 'ALERT_RAISED',
    after: { ...measure, psp },
    note: `${rule.name}: ${share} % of ${measure.minTx} payments`,
  })
  await raiseAlert(unit, {
    merchantId,
    source: 'RULE',
    key: alertKey(hit),
    severity,
    title: rule.name,
    body: `${share} % of ${measure.minTx} payments of ${measure.minUniqueUsers} users, ${ref}${outputs.info ? `: ${outputs.info}` : ''}`,
    psp: psp || null,
    subject: hit.ruleset.version.rulesetId,
  })

  const window = { merchantId, psp, title: `Alert ${ref}: ${rule.name}` }
  if (action === 'STOP' && psp) await endWindowsOf(unit, window)
  else if (action && psp)
    await openWindowFor(unit, {
      ...window,
      kind: action === 'HALF_OPEN' ? 'HALF_OPEN' : 'FIXED',
      time: time ?? 1,
      unit: timeUnit,
      forMs: durationMs(time, timeUnit) || 10 * minuteMs,
    })
  const { emailTemplate: template, emailAddresses, notifyRole } = outputs
  if (!template) return
  // An address the rule names is told whatever the person behind it chose for themselves.
  const readers = await readersAt(unit.tx, merchantId, { roles: notifyRole, alertSeverity: severity })
  const told = new Set([...emailAddresses, ...readers.map(({ email }) => email)])
  const view = {
    alert: { severity, title: rule.name, firedAt: unit.now.toISOString(), body: ref },
    psp,
    tx_type: onlyText(hit, 'txType'),
    percent_failed: share,
    minutes_back: onlyText(hit, 'minutesBack'),
    unique_users: measure.minUniqueUsers,
  }
  for (const to of told)
    unit.enqueue(mailJob(box, { to, template, merchantId, locale: 'en', view }, unit.newId()))
}

async function lookAt(
  deps: AlertDeps,
  table: EffectiveTable['table'],
  ruleset: CompiledRuleset,
  row: number,
): Promise<boolean> {
  const hit = typedHit(alerts, ruleset.hit(row))
  const { merchantId, rulesetId } = ruleset.version
  const { value } = await perform(deps.kit, systemActor, async (unit) => {
    const { now } = unit
    const key = { merchantId, rulesetId, rowId: hit.rule.id }
    const { lookedAt, firedAt } = await lastWatch(unit.tx, key, now)
    const since = lookedAt ? new Date(lookedAt) : new Date(now.getTime() - minuteMs)
    if (!cronRunsBetween(onlyText(hit, 'cron'), since, now)) return false
    const quietMs = hit.outputs.cooldownMin * minuteMs
    const isQuiet = firedAt !== null && now.getTime() - Date.parse(firedAt) < quietMs
    const back = new Date(now.getTime() - Number(onlyText(hit, 'minutesBack')) * minuteMs)
    const asked = { table, ruleset, row, now }
    const measure = measureAlert(asked, await recentGroups(unit.tx, merchantId, back))
    const alarming = isAlarming(asked, measure)
    const fired = !isQuiet && alarming
    if (fired) await ring(deps, unit, merchantId, hit, measure)
    if (!alarming)
      await endAlerts(unit, { source: 'RULE', merchantId, isOver: (about) => about === alertKey(hit) })
    await noteWatch(unit.tx, key, { now, fired })
    return fired
  })
  return value
}

/** Looks at every alert whose time has come, each with the payments of the merchant that has the rule. */
export async function watchAlerts(deps: AlertDeps): Promise<number> {
  let fired = 0
  for (const merchantId of await merchantIds(deps.kit.db)) {
    const { table, rulesets } = await deps.rules.effective(merchantId, alerts.slug)
    const own = rulesets.filter(({ version }) => version.merchantId === merchantId && version.enabled)
    for (const ruleset of own)
      for (const [row, { enabled }] of ruleset.rules.entries())
        if (enabled && (await lookAt(deps, table, ruleset, row))) fired++
  }
  return fired
}

export const alertsJob = (deps: AlertDeps): PeriodicJob => ({
  name: 'payment-alerts',
  title: 'Alerts',
  schedule: { everySeconds: 60 },
  run: async () => `Alerts raised: ${await watchAlerts(deps)}`,
})
