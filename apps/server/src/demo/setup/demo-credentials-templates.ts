import type { CredentialField } from '@signalbox/model/configuration/credential-field'

const setting = (key: string, label: string, more: Partial<CredentialField> = {}): CredentialField => ({
  key,
  label,
  type: 'STRING',
  scope: 'ACCOUNT',
  required: true,
  max: 100,
  group: 'Account',
  ...more,
})

const secret = (key: string, label: string, more: Partial<CredentialField> = {}): CredentialField => ({
  key,
  label,
  type: 'STRING',
  scope: 'BOTH',
  required: true,
  secret: true,
  min: 8,
  max: 500,
  group: 'Keys',
  ...more,
})

/** What each simulated provider wants to know of whoever calls it. */
export const demoCredentialsTemplates: Readonly<Record<string, readonly CredentialField[]>> = {
  acmecards: [
    setting('merchantCode', 'Merchant code', { placeholder: 'NORTHLIGHT-3DS' }),
    secret('apiKey', 'API key'),
    secret('callbackKey', 'Callback key', { help: 'Signs what Acme Cards tells us' }),
  ],
  borealpay: [
    setting('login', 'Login'),
    secret('password', 'Password'),
    secret('signingKey', 'Signing key', { help: 'Signs requests and callbacks' }),
  ],
  kestrelcard: [
    setting('terminalId', 'Terminal id', { pattern: 'KT-\\d{4}', placeholder: 'KT-1000' }),
    secret('sharedSecret', 'Shared secret'),
  ],
  nordbank: [
    setting('initiatingParty', 'Initiating party', { help: 'As registered with the bank' }),
    secret('accessToken', 'Access token'),
    secret('webhookSecret', 'Webhook secret'),
  ],
  walletx: [
    setting('payTo', 'Pay to', { validation: 'EMAIL', help: 'The wallet that takes the money' }),
    secret('secretWord', 'Secret word'),
  ],
  manualbank: [
    setting('customerNo', 'Customer number'),
    setting('iban', 'IBAN', { help: 'Where users transfer to', max: 34 }),
    setting('beneficiary', 'Beneficiary'),
    secret('apiKey', 'API key'),
  ],
  voucherstore: [setting('distributor', 'Distributor'), secret('apiKey', 'API key')],
  coinsim: [
    setting('walletId', 'Wallet id'),
    secret('apiKey', 'API key'),
    secret('webhookSecret', 'Webhook secret'),
  ],
}
