/** The accounts the simulated providers know. The demo configures exactly these; any other secret is turned away. */
export interface SandboxAccount {
  readonly psp: string
  readonly account: string
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
}

export const sandboxAccounts: readonly SandboxAccount[] = [
  {
    psp: 'acmecards',
    account: '3DS',
    settings: { merchantCode: 'NORTHLIGHT-3DS' },
    secrets: { apiKey: 'acme-demo-key-3ds', callbackKey: 'acme-demo-callback-key' },
  },
  {
    psp: 'acmecards',
    account: 'N3DS',
    settings: { merchantCode: 'NORTHLIGHT-MOTO' },
    secrets: { apiKey: 'acme-demo-key-n3ds', callbackKey: 'acme-demo-callback-key' },
  },
  {
    psp: 'borealpay',
    account: 'default',
    settings: { login: 'northlight' },
    secrets: { password: 'boreal-demo-password', signingKey: 'boreal-demo-signing-key' },
  },
  {
    psp: 'kestrelcard',
    account: 'default',
    settings: { terminalId: 'KT-1000' },
    secrets: { sharedSecret: 'kestrel-demo-shared-secret' },
  },
  {
    psp: 'nordbank',
    account: 'default',
    settings: { initiatingParty: 'NORTHLIGHT' },
    secrets: { accessToken: 'nordbank-demo-token', webhookSecret: 'nordbank-demo-webhook-secret' },
  },
  {
    psp: 'walletx',
    account: 'EU',
    settings: { payTo: 'cashier-eu@northlight.example' },
    secrets: { secretWord: 'walletx-demo-word-eu' },
  },
  {
    psp: 'walletx',
    account: 'UK',
    settings: { payTo: 'cashier-uk@northlight.example' },
    secrets: { secretWord: 'walletx-demo-word-uk' },
  },
  {
    psp: 'manualbank',
    account: 'default',
    settings: {
      customerNo: '4711',
      iban: 'SE3550000000054910000003',
      beneficiary: 'Northlight Gaming Group AB',
    },
    secrets: { apiKey: 'manualbank-demo-key' },
  },
  {
    psp: 'voucherstore',
    account: 'default',
    settings: { distributor: 'northlight' },
    secrets: { apiKey: 'voucherstore-demo-key' },
  },
  {
    psp: 'coinsim',
    account: 'default',
    settings: { walletId: 'cs-wallet-1' },
    secrets: { apiKey: 'coinsim-demo-key', webhookSecret: 'coinsim-demo-webhook-secret' },
  },
]

/** What calls to the mock merchant are signed with, where they are signed. */
export const sandboxMerchantSecret = 'merchant-demo-signing-secret'

/** What the simulated card networks sign with what they tell of tokens and merchants. */
export const sandboxTokenKey = 'token-network-demo-signing-key'
