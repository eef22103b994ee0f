import * as z from 'zod/mini'
import { intParam } from '@signalbox/model/field/endpoint'
import { cardSchema } from '@signalbox/model/payments/payment-request'
import { passesLuhn } from '@signalbox/model/reference/account-number'
import { invalid } from '@signalbox/model/text/refusal'
import { refuseCardNumbers } from '../../kit/card-numbers.ts'
import { parse } from '../../kit/parse.ts'
import { perform } from '../../kit/unit-of-work.ts'
import type { Payments } from '../core/payments.ts'
import { clientActor, type RequireMerchant } from './client-work.ts'
import { cardAnswerExample, cardExample } from './examples.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'

/** Whose vault: without one, that of the merchant the client belongs to. */
const merchantId = z.optional(z.int())
const cardBody = z.union([
  z.strictObject({ merchantId, encrypted: z.string().check(z.maxLength(2000)) }),
  z.strictObject({ merchantId, ...cardSchema.shape }),
])

/** Cards in exchange for tokens, and the key to encrypt them with. */
export function vaultCalls({ machine, vault }: Payments, requireMerchant: RequireMerchant): PublicCall[] {
  const { kit } = machine.deps

  const storeCard = async (work: PublicWork<unknown, unknown, z.infer<typeof cardBody>>) => {
    const { merchantId = work.caller.merchantId, ...given } = work.body
    const { encrypted, clear } =
      'encrypted' in given
        ? { encrypted: given.encrypted, clear: {} }
        : { encrypted: undefined, clear: given }
    await requireMerchant(work as PublicWork, merchantId)
    if (!encrypted && machine.deps.production)
      throw invalid({ field: 'pan', code: 'CLEAR', message: 'Card data must be encrypted' })
    const text = encrypted ? readDecrypted(await vault.decrypt(kit.db, merchantId, encrypted)) : clear
    const card = parse(cardSchema, text)
    if (!passesLuhn(card.pan))
      throw invalid({ field: 'pan', code: 'CHECKSUM', message: 'Invalid card number' })
    const { pan, expiry, cvv, holder } = card
    const stored = { pan, expiry, ...(cvv && { cvv }), ...(holder && { holder }) }
    const { value } = await perform(kit, clientActor(work as PublicWork), (unit) =>
      vault.storeCard(unit.tx, merchantId, stored),
    )
    return {
      cardToken: value.token,
      maskedAccount: value.card.masked,
      expiresAt: value.expiresAt.toISOString(),
    }
  }

  return [
    publicCall({
      method: 'POST',
      path: '/vault/cards',
      summary: 'Exchanges a card for a token that is valid for one payment within 15 minutes',
      scope: 'payments:write',
      body: cardBody,
      answer: {
        status: 201,
        schema: z.object({
          cardToken: z.string(),
          maskedAccount: z.string(),
          expiresAt: z.string(),
        }),
      },
      example: { body: cardExample, answer: cardAnswerExample },
      run: storeCard,
    }),
    publicCall({
      method: 'GET',
      path: '/vault/public-key/{merchantId}',
      summary: 'The key that pay pages use to encrypt cards (RSA-OAEP with SHA-256)',
      scope: 'payments:write',
      params: z.object({ merchantId: intParam(1, 999_999_999) }),
      answer: {
        status: 200,
        schema: z.object({ keyId: z.string(), publicKey: z.string() }),
      },
      run: async (work) => {
        await requireMerchant(work as PublicWork, work.params.merchantId)
        return vault.publicKey(kit.db, work.params.merchantId)
      },
    }),
  ]
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ field: 'encrypted', code: 'INVALID', message: 'The decrypted text is not JSON' })
  }
}

/** Nobody could look into it before: what is refused in clear is refused here, so that only the vault has the number. */
function readDecrypted(text: string): unknown {
  const card = readJson(text)
  refuseCardNumbers(card, ['pan'])
  return card
}
