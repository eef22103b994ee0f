import type { FactDeclaration } from '@signalbox/model/rules/fact'

/** Both ways of a yes or no. Negating the clause of the dictionary word by word would not be English. */
const pairs: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  suspectedAbuse: ['abuse is suspected', 'no abuse is suspected'],
  enrolled3ds: [
    'the card is known to be enrolled in 3-D Secure',
    'the card is known not to be enrolled in 3-D Secure',
  ],
  firstDeposit: ['no deposit succeeded before', 'a deposit succeeded before'],
  firstDepositAttempt: ['no deposit was tried before', 'a deposit was tried before'],
  firstWithdrawal: ['no withdrawal succeeded before', 'a withdrawal succeeded before'],
  firstWithdrawalAttempt: ['no withdrawal was tried before', 'a withdrawal was tried before'],
  firstTimeMethod: ['the method was not used before', 'the method was used before'],
  firstTimeAccount: ['the account was not used before', 'the account was used before'],
  lastDepositMethodMatch: [
    'the method is that of the last deposit',
    'the method is not that of the last deposit',
  ],
  hasBlockedAccount: ['the user has a blocked account', 'the user has no blocked account'],
  scaRequired: [
    'the issuer asked for strong authentication',
    'the issuer did not ask for strong authentication',
  ],
}

export function truthText({ key, phrase }: FactDeclaration, isTrue: boolean): string {
  const [yes, no] = pairs[key] ?? [phrase, `it is not so that ${phrase}`]
  return isTrue ? yes : no
}
