/** What one account at a provider is opened with. */
export interface DemoCredentials {
  /** Our number at the provider. */
  readonly merchantNumber: string
  readonly apiKey: string
  readonly apiSecret: string
  /** Signs what the provider tells us. */
  readonly callbackSecret: string
}

const credentialsOf = (psp: string, account: string): DemoCredentials => {
  const name = `${psp}-${account.toLowerCase()}`
  return {
    merchantNumber: `SBX-${name.toUpperCase()}`,
    apiKey: `demo-key-${name}`,
    apiSecret: `demo-secret-${name}`,
    callbackSecret: `demo-callback-${name}`,
  }
}

const accountsOf = (psp: string, ...accounts: string[]) =>
  Object.fromEntries(accounts.map((account) => [account, credentialsOf(psp, account)]))

/**
 * The accounts of the simulated providers. The sandbox lets in whoever shows these, and the demo merchants are
 * configured with them; they open nothing else and are no secret.
 */
export const demoCredentials: Readonly<Record<string, Readonly<Record<string, DemoCredentials>>>> = {
  acmecards: accountsOf('acmecards', '3DS', 'N3DS'),
  borealpay: accountsOf('borealpay', 'default'),
  kestrelcard: accountsOf('kestrelcard', 'default'),
  nordbank: accountsOf('nordbank', 'default'),
  walletx: accountsOf('walletx', 'EU', 'UK'),
  manualbank: accountsOf('manualbank', 'default'),
  voucherstore: accountsOf('voucherstore', 'default'),
  coinsim: accountsOf('coinsim', 'default'),
  'kyc-sim': accountsOf('kyc-sim', 'default'),
  'kyc-sim-2': accountsOf('kyc-sim-2', 'default'),
  'fraud-sim': accountsOf('fraud-sim', 'default'),
  '3ds-sim': accountsOf('3ds-sim', 'default'),
}

/** Signs and opens the calls to the simulated merchant. */
export const demoMerchantCredentials = {
  username: 'signalbox',
  password: 'demo-merchant-password',
  signingSecret: 'demo-merchant-signing-secret',
} as const
