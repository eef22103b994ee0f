import { merchantConfigOf } from '@signalbox/model/configuration/merchant-config'
import { merchantConfigFields } from '@signalbox/model/configuration/merchant-config-fields'
import type { ConfigDocument } from '@signalbox/model/configuration/credential-field'
import {
  allowedHostsOf,
  asksAbove,
  dataHostsKey,
  grantMerchantsKey,
  grantMerchantsOf,
  grantsAboveKey,
} from '@signalbox/model/configuration/platform-config'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { MoneyMap } from '@signalbox/model/money/money'
import type { config } from '@signalbox/model/entities/config'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import type { GrantRules, Withheld } from '../../kit/grant-rules.ts'
import type { Work } from '../../kit/handle.ts'
import { asksForSecondPerson } from '../../people/settings/read-model.ts'
import { nearestAbove } from './store.ts'

type ConfigRecord = RecordOf<typeof config>
type Input = Record<string, unknown>

/** Above these amounts two people are asked; whoever changes them decides what one person may do alone. */
const thresholds = ['approval.maxSingle', 'investigate.fourEyesAbove', 'recon.writeOffMax'] as const

const labelOf = (key: string): string => merchantConfigFields.find((field) => field.key === key)?.label ?? key

type Values = Readonly<Record<string, unknown>>

/** What is kept for fewer years is gone for good, and with it what somebody might have to answer for. */
const retentionKey = 'gdpr.retentionYears'

/** As amounts stand in a document: one per currency. */
const amountsText = (amounts: unknown): string =>
  typeof amounts === 'number'
    ? String(amounts)
    : Object.entries((amounts ?? {}) as Values)
        .map(([currency, amount]) => `${String(amount)} ${currency}`)
        .join(', ') || 'the default'

/** Whoever confirms a change sees what was and what will be. */
const changeText = (key: string, was: unknown, will: unknown): string =>
  `Change “${labelOf(key)}” from ${amountsText(was)} to ${amountsText(will)}`

/** As it counts: what is switched off has the defaults. */
const counting = (enabled: boolean, document: unknown) => (enabled ? document : {}) as ConfigDocument

const amountsOf = (document: ConfigDocument): Readonly<Record<(typeof thresholds)[number], MoneyMap>> => {
  const { approval, investigate, recon } = merchantConfigOf(document)
  return {
    'approval.maxSingle': approval.maxSingle,
    'investigate.fourEyesAbove': investigate.fourEyesAbove,
    'recon.writeOffMax': recon.writeOffMax,
  }
}

const yearsOf = (document: ConfigDocument): number => merchantConfigOf(document).gdpr.retentionYears

/**
 * Thresholds whose amounts differ, and fewer years that data is kept. Which of two amounts is laxer is not a question of one
 * number, so any change of these waits.
 */
function changedThresholds(before: ConfigDocument, after: ConfigDocument): readonly string[] {
  const [was, will] = [amountsOf(before), amountsOf(after)]
  return [
    ...thresholds.filter((key) => canonicalJson(was[key]) !== canonicalJson(will[key])),
    ...(yearsOf(after) < yearsOf(before) ? [retentionKey] : []),
  ]
}

/** What counts for the merchant before the change: its own document, or the nearest above. */
async function before(work: Work, current: ConfigRecord | null): Promise<ConfigDocument> {
  if (current) return counting(current.enabled, current.document)
  const above = await nearestAbove(work.tx, work.scope.chain.slice(1), 'MerchantConfig', null)
  return (above?.document ?? {}) as ConfigDocument
}

async function thresholdsIn(
  work: Work,
  current: ConfigRecord | null,
  values: Input,
): Promise<Withheld | undefined> {
  if ((current?.type ?? values.type) !== 'MerchantConfig') return undefined
  const document = (values.document ?? current?.document ?? {}) as Values
  const enabled = (values.enabled ?? current?.enabled ?? true) === true
  const was = await before(work, current)
  const changed = changedThresholds(was, counting(enabled, document))
  if (changed.length === 0) return undefined
  if (!enabled)
    throw new Refusal('INVALID_STATE', {
      message:
        'Switching these settings off changes what takes two people. Change the values first; a second person confirms that.',
    })
  const keep = Object.fromEntries(changed.flatMap((key) => (was[key] === undefined ? [] : [[key, was[key]]])))
  const without = Object.fromEntries(Object.entries(document).filter(([key]) => !changed.includes(key)))
  return {
    now: { document: { ...without, ...keep } },
    later: Object.fromEntries(changed.map((key) => [key, document[key] ?? null])),
    summary: changed.map((key) => changeText(key, was[key], document[key])).join('; '),
  }
}

const isPlatform = (current: ConfigRecord | null, values: Input): boolean =>
  (current?.type ?? values.type) === 'PlatformConfig'

/** Merchants at which two people would no longer be asked. */
function noLongerAsked(current: ConfigRecord, after: ConfigDocument): readonly number[] {
  const will = grantMerchantsOf(after)
  return grantMerchantsOf(counting(current.enabled, current.document)).filter((id) => !will.includes(id))
}

const switchesOff =
  'Without this setting one person could grant approval rights alone. Remove the merchants first; a second person confirms that.'

/** Everything that changes with what waits, not only what it waits for: whoever confirms it, confirms all of it. */
const told = (...parts: readonly (readonly [does: string, what: readonly string[]])[]): string =>
  parts
    .filter(([, what]) => what.length > 0)
    .map(([does, what]) => `${does} ${[...new Set(what)].join(', ')}`)
    .join('; ')

/** Where two people are asked is decided by two people as well. */
function fewerMerchants(current: ConfigRecord | null, after: ConfigDocument): PlatformPower | undefined {
  if (!current) return undefined
  const removed = noLongerAsked(current, after)
  if (removed.length === 0) return undefined
  const was = grantMerchantsOf(counting(current.enabled, current.document))
  const added = grantMerchantsOf(after).filter((id) => !was.includes(id))
  const summary = told(
    ['No longer require two people at', removed.map(String)],
    ['Also require two people at', added.map(String)],
  )
  return { key: grantMerchantsKey, summary, switchesOff }
}

/** Ways into accounts above these merchants. */
function noLongerAbove(current: ConfigRecord | null, after: ConfigDocument): PlatformPower | undefined {
  const was = current ? counting(current.enabled, current.document) : {}
  const isLess = grantMerchantsOf(was).length > 0 && asksAbove(was) && !asksAbove(after)
  const summary = 'No longer require two people for sign-in to accounts above the merchants that require them'
  return isLess ? { key: grantsAboveKey, summary, switchesOff } : undefined
}

const anyHost =
  'Without this setting any host could receive card and identity data. Change the list of hosts first; a second person confirms that.'

/** Who may receive card and identity data. Outside production, none named means everybody. */
function moreHosts(
  current: ConfigRecord | null,
  after: ConfigDocument,
  production: boolean,
): PlatformPower | undefined {
  const was = allowedHostsOf(current ? counting(current.enabled, current.document) : {})
  const will = allowedHostsOf(after)
  const added = will.filter((host) => !was.includes(host))
  const removed = was.filter((host) => !will.includes(host))
  // The first host named outside production takes from all others what they had.
  if (!production && was.length === 0) return undefined
  if (!production && will.length === 0)
    return {
      key: dataHostsKey,
      summary: told(['Let any host receive card and identity data, not only', was]),
      switchesOff: anyHost,
    }
  if (added.length === 0) return undefined
  const summary = told(
    ['Let card and identity data be sent to', added],
    ['No longer let it be sent to', removed],
  )
  return { key: dataHostsKey, summary, switchesOff: anyHost }
}

/** One setting of the platform that gives power, and why the settings cannot be switched off with it. */
interface PlatformPower {
  readonly key: string
  readonly summary: string
  readonly switchesOff: string
}

async function platformPower(
  work: Work,
  current: ConfigRecord | null,
  values: Input,
  production: boolean,
): Promise<Withheld | undefined> {
  const document = (values.document ?? current?.document ?? {}) as Values
  const enabled = (values.enabled ?? current?.enabled ?? true) === true
  const after = counting(enabled, document)
  const asksForHosts = await asksForSecondPerson(work.tx, production, [work.scope.selected])
  const powers = [
    fewerMerchants(current, after),
    noLongerAbove(current, after),
    asksForHosts ? moreHosts(current, after, production) : undefined,
  ].filter((power) => power !== undefined)
  const [first] = powers
  if (!first) return undefined
  if (!enabled) throw new Refusal('INVALID_STATE', { message: first.switchesOff })
  const was = (current ? counting(current.enabled, current.document) : {}) as Values
  const keys = powers.map(({ key }) => key)
  const without = Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)))
  const keep = Object.fromEntries(keys.flatMap((key) => (was[key] === undefined ? [] : [[key, was[key]]])))
  return {
    now: { document: { ...without, ...keep } },
    later: Object.fromEntries(keys.map((key) => [key, document[key] ?? null])),
    summary: powers.map(({ summary }) => summary).join('; '),
  }
}

export const configGrants = (production: boolean): GrantRules<ConfigRecord> => ({
  isAsked: (work, current, values) =>
    isPlatform(current, values)
      ? Promise.resolve(true)
      : asksForSecondPerson(work.tx, production, [work.scope.selected]),
  ofChange: (work, current, values) =>
    isPlatform(current, values)
      ? platformPower(work, current, values, production)
      : thresholdsIn(work, current, values),
  applied: (current, later) => ({ document: { ...(current.document as Values), ...later } }),
  // The fields that were asked for, as they count.
  basis: (_work, { enabled, document }, later) => ({
    enabled,
    ...Object.fromEntries(Object.keys(later).map((key) => [key, (document as Values)[key] ?? null])),
  }),
  beneficiaries: () => Promise.resolve([]),
})

async function refuseLostPlatform(work: Work, current: ConfigRecord, production: boolean): Promise<void> {
  const asksForHosts = await asksForSecondPerson(work.tx, production, [current.merchantId])
  const lost = fewerMerchants(current, {}) ?? (asksForHosts ? moreHosts(current, {}, production) : undefined)
  if (lost) throw new Refusal('INVALID_STATE', { message: lost.switchesOff })
}

/** What is inherited once a document is gone may ask for fewer people. */
export async function refuseLostThresholds(
  work: Work,
  current: ConfigRecord,
  production: boolean,
): Promise<void> {
  if (current.type === 'PlatformConfig') await refuseLostPlatform(work, current, production)
  if (
    current.type !== 'MerchantConfig' ||
    !(await asksForSecondPerson(work.tx, production, [current.merchantId]))
  )
    return
  if (changedThresholds(counting(current.enabled, current.document), await before(work, null)).length === 0)
    return
  throw new Refusal('INVALID_STATE', {
    message:
      'Without these settings other values take two people. Change the values first; a second person confirms that.',
  })
}
