import type { DecisionSheet, Signal } from '@signalbox/model/calls/approval'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { parseSignedMoney } from '@signalbox/model/money/money-text'
import { countOf } from './red-flags.ts'

type Evidence = Omit<DecisionSheet, 'signals'>
type Check = (evidence: Evidence, now: Date) => Signal | false

const attention = (code: string, text: string): Signal => ({ code, tone: 'attention', text })
const positive = (code: string, text: string): Signal => ({ code, tone: 'positive', text })

const dayMs = 86_400_000
const daysSince = (iso: string, now: Date): number => (now.getTime() - Date.parse(iso)) / dayMs
const minorOf = (money: WireMoney | null): bigint =>
  (money && parseSignedMoney(money.amount, money.currency)?.minor) ?? 0n
/** Money that leaves has a minus sign. */
const leaving = ({ method, amountBase }: Evidence): bigint =>
  method === 'WITHDRAWAL' ? -minorOf(amountBase) : 0n

const fewDays = 7

/** In the order in which they weigh. */
const checks: readonly Check[] = [
  ({ method, money }) =>
    method === 'WITHDRAWAL' &&
    minorOf(money.net) < 0n &&
    attention('NET_NEGATIVE', 'The user has withdrawn more than deposited.'),
  (evidence) =>
    minorOf(evidence.money.net) >= 0n &&
    leaving(evidence) > minorOf(evidence.money.net) &&
    attention('ABOVE_NET', 'The amount exceeds the user’s net deposits.'),
  ({ method, deposits }) =>
    method === 'WITHDRAWAL' && deposits === 0 && attention('NO_DEPOSIT', 'The user has never deposited.'),
  ({ fraudDecision }) =>
    fraudDecision === 'REVIEW' && attention('FRAUD_REVIEW', 'Fraud screening recommends a review.'),
  ({ kyc, kycStatus }) =>
    ['UNKNOWN', null].includes(kyc?.status ?? kycStatus) &&
    attention('KYC_NONE', 'The identity of the user was not checked.'),
  ({ location }) => location === 'partly' && attention('LOCATION', 'Not all countries match.'),
  ({ firstWithdrawal }) =>
    firstWithdrawal && attention('FIRST_WITHDRAWAL', 'This is the user’s first withdrawal.'),
  ({ method, methodMatch }) =>
    method === 'WITHDRAWAL' &&
    methodMatch === 'other' &&
    attention('OTHER_METHOD', 'Paid out by a different method than the deposits.'),
  ({ money }, now) =>
    money.firstSeen !== null &&
    daysSince(money.firstSeen, now) < fewDays &&
    attention('NEW_USER', `The user has been active for less than ${fewDays} days.`),
  ({ openCases }) => openCases > 0 && attention('CASES', countOf(openCases, 'open case.', 'open cases.')),
  ({ isTestUser }) => isTestUser && attention('TEST_USER', 'A test user.'),
  ({ location }) => location === 'same' && positive('LOCATION', 'All countries match.'),
  ({ instrument }) =>
    instrument !== null &&
    instrument.deposits > 0 &&
    positive('ACCOUNT_KNOWN', 'The user has deposited from this account.'),
]

/** What else an approver should not overlook, the heaviest first. */
export const signalsOf = (evidence: Evidence, now: Date): Signal[] =>
  checks.flatMap((check) => check(evidence, now) || [])
