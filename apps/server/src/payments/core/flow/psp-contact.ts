import { windowsInForce } from '../../../setup/maintenance/read-model.ts'
import type { Connector, PspAccountConfig } from '../../connectors/connector.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Machine } from './machine.ts'
import { whyNothingSent, whyNotQueried, type OpenPspSource } from './psp-reach.ts'

/** Whom to speak with about a transaction, or why nobody can be spoken with. */
type PspContact =
  | { readonly connector: Connector; readonly account: PspAccountConfig; readonly why?: never }
  | { readonly why: string }

/** As it is now, outside of any transaction. */
export function openPspSource({ deps }: Machine): OpenPspSource {
  const { kit, settings } = deps
  const { psp, pspAccount } = settings.of(kit.db)
  return { psp, pspAccount, windows: (merchantId) => windowsInForce(kit.db, merchantId, kit.now()) }
}

/** For asking a PSP how a payment stands, or for sending it something. */
export async function pspContact(
  machine: Machine,
  row: Transaction,
  purpose: 'QUERY' | 'SEND',
): Promise<PspContact> {
  const source = openPspSource(machine)
  const why =
    purpose === 'QUERY' ? await whyNotQueried(source, row) : (await whyNothingSent(source, row))?.info
  if (why !== undefined) return { why }
  const account = await source.pspAccount(row.merchantId, row.psp ?? '', row.pspAccount ?? '')
  const connector = account && machine.deps.services.connectorFor(account.connector)
  return connector ? { connector, account } : { why: `${row.psp} has no connector` }
}
