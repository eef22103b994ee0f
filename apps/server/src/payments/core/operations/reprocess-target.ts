import { invalid } from '@signalbox/model/text/refusal'
import { providerConfig, type ConfigSource } from '../../../setup/config/read-model.ts'
import { pspNames, pspSettings } from '../../../setup/psp/read-model.ts'
import type { Transaction } from '../record/transaction.ts'

/** Where a payment can be sent: a PSP, and which of the merchant's accounts there. */
export interface Target {
  readonly psp: string
  readonly pspAccount: string
}

type Sent = Pick<Transaction, 'merchantId' | 'txType'>

/** Accounts in working order at PSPs that do this kind of payment. */
export async function targetsFor(source: ConfigSource, { merchantId, txType }: Sent): Promise<Target[]> {
  const targets: Target[] = []
  for (const { psp, status } of await pspNames(source.db)) {
    const settings = status === 'ACTIVE' ? await pspSettings(source.db, psp) : undefined
    if (!settings?.txTypes.includes(txType)) continue
    const { accounts = {} } = (await providerConfig(source, merchantId, psp)) ?? {}
    for (const { account, enabled, complete } of Object.values(accounts))
      if (enabled && complete) targets.push({ psp, pspAccount: account })
  }
  return targets
}

/** Whom somebody chose to send a payment to, as far as it can go there; nobody where they chose none. */
export async function chosenTarget(
  source: ConfigSource,
  row: Sent,
  { psp, pspAccount }: { readonly psp?: string | undefined; readonly pspAccount?: string | undefined },
): Promise<Target | undefined> {
  if (psp === undefined && pspAccount === undefined) return undefined
  const targets = await targetsFor(source, row)
  const target = targets.find(
    (each) => each.psp === psp && each.pspAccount === (pspAccount ?? each.pspAccount),
  )
  if (!target) throw invalid({ field: 'psp', code: 'UNKNOWN', message: 'The payment cannot be sent there' })
  return target
}
