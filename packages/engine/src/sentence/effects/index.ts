import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { phrases } from '../lists.ts'
import { outputReader } from '../output-reader.ts'
import type { Rule } from '@signalbox/model/rules/rule'
import type { Wording } from '../wording.ts'
import { block, userPspAccount, velocity } from './block-effects.ts'
import type { Effect } from './effect.ts'
import { fee, forex, limit, periodLimit, providerFee, vat } from './money-effects.ts'
import {
  alerts,
  approval,
  kycFallback,
  kycRouting,
  notification,
  paymentMethods,
  statusCode,
  voidCapture,
} from './operation-effects.ts'
import {
  fraudProvider,
  maintenance,
  pspFallback,
  pspRouting,
  threeDsFallback,
  threeDsRouting,
} from './routing-effects.ts'

/** By the slug of the table. A table that is not here has its outputs listed one by one. */
const effects: Readonly<Record<string, Effect>> = {
  '3ds2-fallback': threeDsFallback,
  '3ds2-routing': threeDsRouting,
  alerts,
  approval,
  'bic-block': block,
  'bin-block': block,
  fee,
  forex,
  'fraud-provider': fraudProvider,
  'fraud-provider-block': block,
  'fraud-score': block,
  'general-block': block,
  'ip-block': block,
  'kyc-block': block,
  'kyc-fallback': kycFallback,
  'kyc-routing': kycRouting,
  limit,
  maintenance,
  notification,
  'payment-methods': paymentMethods,
  'period-limit': periodLimit,
  'provider-fee': providerFee,
  'psp-fallback': pspFallback,
  'psp-routing': pspRouting,
  'status-code': statusCode,
  'user-psp-account': userPspAccount,
  vat,
  velocity,
  'void-capture': voidCapture,
}

/** What the row does, after the comma: `convert to EUR and add a 1 % margin`. */
export function effectText(
  table: DecisionTable,
  outputs: Rule['outputs'],
  them: string,
  wording: Wording,
): string {
  const reader = outputReader(table, outputs, them, wording)
  const said = effects[table.slug]?.(reader) ?? []
  const unread = reader.unread().map(({ key, label }) => {
    const value = reader.text(key)
    return notes[key]?.(value ?? '', them) ?? (value && `set ${label} to ${value}`)
  })
  return phrases([...said, ...unread].flatMap((phrase) => phrase || []))
}

/** Outputs every table has. */
const notes: Readonly<Record<string, (value: string, them: string) => string>> = {
  info: (value) => `note ${value}`,
  tags: (value, them) => `tag ${them} ${value}`,
}
