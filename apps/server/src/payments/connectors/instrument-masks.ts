import { maskAccount, maskIban, maskLocalAccount } from '@signalbox/model/text/masking'
import { plainDigits } from '@signalbox/model/payments/payment-inputs'
import type { Instrument } from './connector.ts'
import { blank } from './redact.ts'

/** With and without what people put between digits. */
const written = (value: string, plain: string, mask: string): [string, string][] =>
  value === plain
    ? [[value, mask]]
    : [
        [value, mask],
        [plain, mask],
      ]

/** What logs may show of what a payment is made with. Cards are recognised wherever they stand. */
export function instrumentMasks(instrument: Instrument): ReadonlyMap<string, string> {
  switch (instrument.kind) {
    case 'iban':
      return new Map(written(instrument.iban, instrument.iban.replaceAll(' ', ''), maskIban(instrument.iban)))
    case 'localBank': {
      const { accountNumber, clearingNumber } = instrument
      return new Map([
        ...written(accountNumber, plainDigits(accountNumber), maskLocalAccount(accountNumber)),
        ...(clearingNumber ? written(clearingNumber, plainDigits(clearingNumber), blank) : []),
      ])
    }
    case 'wallet':
      return new Map([[instrument.account, maskAccount(instrument.account)]])
    case 'crypto':
      return new Map([[instrument.address, maskAccount(instrument.address)]])
    case 'networkToken':
      return new Map([[instrument.cryptogram, blank]])
    case 'voucher':
      return new Map([[instrument.code, blank]])
    default:
      return new Map()
  }
}
