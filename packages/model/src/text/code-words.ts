const acronyms: Readonly<Record<string, string>> = {
  '3d': '3-D Secure',
  api: 'API',
  bic: 'BIC',
  bin: 'BIN',
  csv: 'CSV',
  cvv: 'CVV',
  gdpr: 'GDPR',
  iin: 'IIN',
  io: 'I/O',
  ip: 'IP',
  kyc: 'KYC',
  mfa: 'MFA',
  mq: 'MQ',
  ob: 'OB',
  psp: 'PSP',
  sca: 'SCA',
  totp: 'TOTP',
  tx: 'transaction',
  vaultiq: 'VaultIQ',
}

/** `FIRST_APPROVER` as "First approver"; short words that are names stay in capitals. */
export function codeWords(code: string): string {
  const text = code
    .toLowerCase()
    .split(/[_-]/)
    .map((word) => acronyms[word] ?? word)
    .join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
