import { merchantConfigOf } from '@signalbox/model/configuration/merchant-config'
import { merchantConfigFields } from '@signalbox/model/configuration/merchant-config-fields'
import type { ConfigDocument } from '@signalbox/model/configuration/credential-field'
import { grantMerchantsKey, grantMerchantsOf } from '@signalbox/model/configuration/platform-config'
import { canonicalJson } from '@signalbox/model/canonical-json'
import type { MoneyMap } from '@signalbox/model/money/money'
import type { config } from '@signalbox/model/entities/config'
import type { RecordOf } from '@signalbox/model/entity'
import { Refusal } from '@signalbox/model/refusal'
import type { GrantRules, Withheld } from '../../kit/grant-rules.ts'
import type { Work } from '../../kit/handle.ts'
import { asksForSecondPerson } from './read-model.ts'
import { nearestAbove } from './store.ts'

type ConfigRecord = RecordOf<typeof config>
type Input = Record<string, unknown>

/** Above these amounts two people are asked; whoever changes them decides what one person may do alone. */
const thresholds = ['approval.maxSingle', 'investigate.fourEyesAbove'] as const

const labelOf = (key: string): string => merchantConfigFields.find((field) => field.key === key)?.label ?? key

type Values = Readonly<Record<string, unknown>>

/** As amounts stand in a document: one per currency. */
const amountsText = (amounts: unknown): string =>
  Object.entries((amounts ?? {}) as Values)
    .map(([currency, amount]) => `${String(amount)} ${currency}`)
    .join(', ') || 'the default'

/** Whoever confirms a change sees what was and what will be. */
const changeText = (key: string, was: unknown, will: unknown): string =>
  `Change “${labelOf(key)}” from ${amountsText(was)} to ${amountsText(will)}`

/** As it counts: what is switched off has the defaults. */
const counting = (enabled: boolean, document: unknown) => (enabled ? document : {}) as ConfigDocument

const amountsOf = (document: ConfigDocument): Readonly<Record<(typeof thresholds)[number], MoneyMap>> => {
  const { approval, investigate } = merchantConfigOf(document)
  return { 'approval.maxSingle': approval.maxSingle, 'investigate.fourEyesAbove': investigate.fourEyesAbove }
}

/** Thresholds whose amounts differ. Which of two is laxer is not a question of one number, so any change waits. */
function changedThresholds(before: ConfigDocument, after: ConfigDocument): readonly string[] {
  const [was, will] = [amountsOf(before), amountsOf(after)]
  return thresholds.filter((key) => canonicalJson(was[key]) !== canonicalJson(will[key]))
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
        'Switching these settings off changes who approves. Change the amounts first; a second person confirms that.',
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

/** Where two people are asked is decided by two people as well. */
function fewerMerchants(current: ConfigRecord | null, values: Input): Withheld | undefined {
  if (!current) return undefined
  const document = (values.document ?? current.document) as Values
  const enabled = (values.enabled ?? current.enabled) === true
  const removed = noLongerAsked(current, counting(enabled, document) as ConfigDocument)
  if (removed.length === 0) return undefined
  if (!enabled) throw new Refusal('INVALID_STATE', { message: switchesOff })
  const was = (current.document as Values)[grantMerchantsKey]
  return {
    now: { document: { ...document, [grantMerchantsKey]: was } },
    later: { [grantMerchantsKey]: document[grantMerchantsKey] ?? null },
    summary: `Ask for two people no longer at ${removed.join(', ')}`,
  }
}

export const configGrants = (production: boolean): GrantRules<ConfigRecord> => ({
  isAsked: (work, current, values) =>
    isPlatform(current, values)
      ? Promise.resolve(true)
      : asksForSecondPerson(work.tx, production, [work.scope.selected]),
  ofChange: (work, current, values) =>
    isPlatform(current, values)
      ? Promise.resolve(fewerMerchants(current, values))
      : thresholdsIn(work, current, values),
  applied: (current, later) => ({ document: { ...(current.document as Values), ...later } }),
  beneficiaries: () => Promise.resolve([]),
})

/** What is inherited once a document is gone may ask for fewer people. */
export async function refuseLostThresholds(
  work: Work,
  current: ConfigRecord,
  production: boolean,
): Promise<void> {
  if (current.type === 'PlatformConfig' && noLongerAsked(current, {}).length > 0)
    throw new Refusal('INVALID_STATE', { message: switchesOff })
  if (
    current.type !== 'MerchantConfig' ||
    !(await asksForSecondPerson(work.tx, production, [current.merchantId]))
  )
    return
  if (changedThresholds(counting(current.enabled, current.document), await before(work, null)).length === 0)
    return
  throw new Refusal('INVALID_STATE', {
    message:
      'Without these settings other amounts need two people. Change the amounts first; a second person confirms that.',
  })
}
