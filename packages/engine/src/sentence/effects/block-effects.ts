import { joined, words } from '../lists.ts'
import type { OutputReader } from '../output-reader.ts'
import { amountsText, countText, durationText } from '../quantities.ts'
import type { Effect } from './effect.ts'

function verdict(outputs: OutputReader): string {
  const { them } = outputs
  const psp = outputs.text('reRoutePsp')
  const account = outputs.text('reRouteAccount')
  const elsewhere = words(psp ?? 'another PSP', account && `(account ${account})`)
  const verdicts: Readonly<Record<string, string>> = {
    ACCEPT: `accept ${them}`,
    DECLINE: `decline ${them}`,
    REVIEW: `have ${them} reviewed by hand`,
    REROUTE: `route ${them} to ${elsewhere} instead`,
    FORCE_3DS: 'force a 3-D Secure challenge',
  }
  const code = outputs.text('failedStatusCode')
  return words(verdicts[outputs.choice('action') ?? ''] ?? '…', code && `with ${code}`)
}

const messages = (outputs: OutputReader): (string | undefined)[] => {
  const pspCode = outputs.text('pspStatusCode')
  const message = outputs.text('messageKey')
  const mail = outputs.text('emailTemplate')
  return [
    pspCode && `report the PSP status code ${pspCode}`,
    message && `show the message ${message}`,
    mail && `send the email ${mail}`,
  ]
}

export const block: Effect = (outputs) => [verdict(outputs), ...messages(outputs)]

const scopes: Readonly<Record<string, string>> = {
  USER: 'user',
  ACCOUNT: 'account',
  IP: 'IP address',
  BIN: 'BIN',
  EMAIL: 'email address',
  DEVICE: 'device',
  MERCHANT: 'merchant',
}

const filters: Readonly<Record<string, string>> = {
  SAME_TXTYPE: 'of the same type',
  SAME_PSP: 'with the same PSP',
  SAME_ACCOUNT: 'with the same account',
  SAME_CONDITIONS: 'this row matches',
}

function thresholds(outputs: OutputReader, payments: string): string[] {
  const { formats } = outputs
  const amount = (key: string, write: (text: string) => string) => {
    const amounts = outputs.amounts(key)
    return amounts ? [write(amountsText(amounts, formats))] : []
  }
  const count = (key: string, verb: string, noun: string) => {
    const most = outputs.number(key)
    return most === undefined ? [] : [`${verb} more than ${countText(most, noun, formats)}`]
  }
  return [
    ...count('maxTx', 'has', payments),
    ...amount('maxSum', (text) => `has more than ${text} in ${payments}s`),
    ...amount('minSum', (text) => `has less than ${text} in ${payments}s`),
    ...amount('maxBalance', (text) => `has a balance above ${text}`),
    ...count('maxAccounts', 'uses', 'account'),
    ...count('maxUsers', 'is used by', 'user'),
  ]
}

/** `decline them if the user has more than 4 payments within 10 minutes`. */
export const velocity: Effect = (outputs) => {
  const states = outputs.names('countStates')
  const payment = words(states.length > 0 && joined(states, 'or'), 'payment')
  const kept = outputs.list('historyFilter').map((filter) => filters[filter] ?? filter)
  const length = outputs.number('window') ?? 1
  const span = durationText(length, outputs.choice('unit') ?? 'DAY', outputs.formats)
  const isCalendar = outputs.choice('windowKind') === 'CALENDAR'
  const scope = scopes[outputs.choice('scope') ?? ''] ?? '…'
  const condition = words(
    `if the ${scope}`,
    joined(thresholds(outputs, payment), 'or'),
    isCalendar ? `within ${span.replace(' ', ' calendar ')}` : `within ${span}`,
  )
  return [
    `${verdict(outputs)} ${condition}`,
    ...messages(outputs),
    kept.length > 0 && `count only payments ${joined(kept, 'and')}`,
  ]
}

export const userPspAccount: Effect = (outputs) => {
  const { formats } = outputs
  const users = outputs.number('maxUsersPerAccount')
  const accounts = outputs.number('maxAccounts')
  const excluded = outputs.list('excludeAccounts')
  const status = outputs.chosen('newAccountStatus') && outputs.text('newAccountStatus')
  return [
    outputs.isTrue('canShare')
      ? 'let users share an account'
      : outputs.isFalse('canShare') && 'let no two users share an account',
    users !== undefined && `allow at most ${countText(users, 'user', formats)} per account`,
    accounts !== undefined && `allow at most ${countText(accounts, 'account', formats)} per user`,
    outputs.isTrue('requireUsedForDeposit')
      ? 'pay out only to accounts the user deposited from'
      : outputs.isFalse('requireUsedForDeposit') &&
        'do not ask for a deposit before paying out to an account',
    outputs.isTrue('ignoreCheckIfUsed') && 'pay out to any account, deposited from or not',
    excluded.length > 0 && `do not check accounts beginning with ${joined(excluded, 'or')}`,
    status && `make new accounts ${status}`,
  ]
}
