import { tokenProgram } from '../../../setup/scheme-token/read-model.ts'
import type { Tx } from '../../../kit/database.ts'
import { formerTokens, liveToken } from '../../vault/network-token-store.ts'
import type { MachineDeps } from './machine-deps.ts'
import type { StepContext } from './step-context.ts'

export const cryptogramPurpose = 'payment-cryptogram'

/** What a payment has to know to be sent with a network token. */
export const tokenContext = (
  { box }: Pick<MachineDeps, 'box'>,
  tx: Tx,
): Pick<StepContext, 'tokenProgram' | 'liveToken' | 'formerTokens' | 'sealCryptogram'> => ({
  tokenProgram: (merchantId, network) => tokenProgram(tx, merchantId, network),
  liveToken: (card) => liveToken(tx, card),
  formerTokens: (card) => formerTokens(tx, card),
  sealCryptogram: ({ tx: { id } }, text) => box.seal(cryptogramPurpose, String(id), text),
})
