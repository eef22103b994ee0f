import type { TwoPersonRule } from './attempt.ts'
import { invoiceApproval, invoiceCredit, newIban, writeOff } from './billing.ts'
import { bookChanges } from './books.ts'
import { difference } from './differences.ts'
import { emailChange } from './emails.ts'
import { roleGrant, scopeGrant, wayIn } from './grants.ts'
import { merchantMove } from './merchant-moves.ts'
import { forcedSuccess, payout, reopen } from './payments.ts'
import { pepClearing } from './pep.ts'
import { changeSetApproval, emergencyRules, rulesApproval } from './rules.ts'
import { dataHosts, threshold } from './settings.ts'
import { settlementAcceptance, settlementWriteOff, undoneAcceptance } from './settlements.ts'
import { voucherRelease } from './vouchers.ts'

/** Every rule that wants a second person, each with all the ways in which one person tries it alone. */
export const everyRule: Readonly<Record<string, TwoPersonRule>> = {
  // Before a merchant is moved below this one: vouchers are sold where nobody is below.
  'release of vouchers': voucherRelease,
  'approval of a payout': payout,
  'a finished payment opened again': reopen,
  'a success the PSP has not confirmed': forcedSuccess,
  'a difference with a PSP booked': difference,
  'approval of rules': rulesApproval,
  'approval of a change set': changeSetApproval,
  'an emergency change of rules confirmed': emergencyRules,
  'approver roles': roleGrant,
  'the scope payments:operate': scopeGrant,
  'thresholds for two people': threshold,
  'hosts that receive card and identity data': dataHosts,
  'a merchant below other approvers': merchantMove,
  'a new way into an account': wayIn,
  "somebody else's email address": emailChange,
  'PEP and sanctions hits cleared': pepClearing,
  'a change of the books by hand': bookChanges,
  'approval of an invoice': invoiceApproval,
  'a write-off of an invoice': writeOff,
  'a credit of an invoice': invoiceCredit,
  'a new IBAN of a legal entity': newIban,
  'acceptance of a settlement': settlementAcceptance,
  'a write-off of a settled line': settlementWriteOff,
  'an acceptance undone': undoneAcceptance,
}
