import type { Facts, FactValue } from '@signalbox/model/rules/fact'

/** What most tables ask about. Their place here is the number of their case below. */
const frequentFacts = [
  'merchantId',
  'userId',
  'userCategory',
  'userCountry',
  'method',
  'txType',
  'providerType',
  'service',
  'amount',
  'currency',
  'bin',
  'binBrand',
  'binIssuerCountry',
  'ipAddress',
  'ipCountry',
  'internalKycStatus',
  'channel',
  'psp',
  'pspAccount',
  'now',
]

/** To be worked out once per probe and given to `readFact`. */
export const readerOf = (fact: string): number => frequentFacts.indexOf(fact)

/** A member named in the code is found in a third of the time one named by a variable takes, and every probe reads one. */
export function readFact(facts: Facts, reader: number, fact: string): FactValue | undefined {
  switch (reader) {
    case 0:
      return facts.merchantId
    case 1:
      return facts.userId
    case 2:
      return facts.userCategory
    case 3:
      return facts.userCountry
    case 4:
      return facts.method
    case 5:
      return facts.txType
    case 6:
      return facts.providerType
    case 7:
      return facts.service
    case 8:
      return facts.amount
    case 9:
      return facts.currency
    case 10:
      return facts.bin
    case 11:
      return facts.binBrand
    case 12:
      return facts.binIssuerCountry
    case 13:
      return facts.ipAddress
    case 14:
      return facts.ipCountry
    case 15:
      return facts.internalKycStatus
    case 16:
      return facts.channel
    case 17:
      return facts.psp
    case 18:
      return facts.pspAccount
    case 19:
      return facts.now
    default:
      return facts[fact]
  }
}
