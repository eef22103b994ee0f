/**
 * Why the simulated world says no. What issuers say has its ISO 8583 response code for a name; the rest has names of
 * our own. Each provider translates them into its own words.
 */
export const reasons = {
  refused: '05',
  badRequest: '12',
  invalidAmount: '13',
  invalidAccount: '14',
  authenticationWanted: '1A',
  doNotTryAgain: 'R0',
  notAuthenticated: '3D',
  authenticationExpired: '3E',
  authenticationBroke: '3V',
  accountClosed: 'AC',
  nameMismatch: 'NM',
  bankAway: 'BM',
  cancelledByPayer: 'UC',
  cancelledByCaller: 'PC',
  tokenExpired: 'TE',
  tokenInvalid: 'TI',
  alreadyRedeemed: 'already_redeemed',
} as const

const messages: Readonly<Record<string, string>> = {
  '05': 'Do not honor',
  '12': 'Invalid transaction',
  '13': 'Invalid amount',
  '14': 'Invalid account number',
  '15': 'No such issuer',
  '41': 'Lost card',
  '43': 'Stolen card',
  '51': 'Insufficient funds',
  '54': 'Expired card',
  '57': 'Transaction not permitted to cardholder',
  '59': 'Suspected fraud',
  '61': 'Exceeds amount limit',
  '62': 'Restricted card',
  '65': 'Exceeds frequency limit',
  '91': 'Issuer unavailable',
  '96': 'System malfunction',
  N7: 'Security code does not match',
  '1A': 'Strong customer authentication required',
  R0: 'Do not try again',
  '3D': 'Cardholder not authenticated',
  '3E': 'Authentication expired',
  '3V': 'Authentication could not be completed',
  AC: 'Account closed',
  NM: 'Beneficiary name does not match the account',
  BM: 'Bank under maintenance',
  TE: 'Network token expired',
  TI: 'Network token not valid',
  UC: 'Cancelled by the payer',
  PC: 'Cancelled on request',
}

export const reasonMessage = (code: string): string =>
  code === '' ? 'Approved' : (messages[code] ?? `Declined with ${code}`)
