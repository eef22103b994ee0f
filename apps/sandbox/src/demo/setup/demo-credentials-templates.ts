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

/** A secret is good for one account of the provider, which these fields name. */
const secret = (
  key: string,
  label: string,
  sentTo: readonly string[],
  more: Partial<CredentialField> = {},
): CredentialField => ({
  key,
  label,
  sentTo,
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
    secret('apiKey', 'API key', ['merchantCode']),
    secret('callbackKey', 'Callback key', ['merchantCode'], { help: 'Signs what Acme Cards tells us' }),
  ],
  borealpay: [
    setting('login', 'Login'),
    secret('password', 'Password', ['login']),
    secret('signingKey', 'Signing key', ['login'], { help: 'Signs requests and callbacks' }),
  ],
  kestrelcard: [
    setting('terminalId', 'Terminal id', { pattern: 'KT-\\d{4}', placeholder: 'KT-1000' }),
    secret('sharedSecret', 'Shared secret', ['terminalId']),
  ],
  nordbank: [
    setting('initiatingParty', 'Initiating party', { help: 'As registered with the bank' }),
    secret('accessToken', 'Access token', ['initiatingParty']),
    secret('webhookSecret', 'Webhook secret', ['initiatingParty']),
  ],
  walletx: [
    setting('payTo', 'Pay to', { validation: 'EMAIL', help: 'The wallet that takes the money' }),
    secret('secretWord', 'Secret word', ['payTo']),
  ],
  manualbank: [
    setting('customerNo', 'Customer number'),
    setting('iban', 'IBAN', { help: 'Where users transfer to', max: 34 }),
    setting('beneficiary', 'Beneficiary'),
    secret('apiKey', 'API key', ['customerNo', 'iban', 'beneficiary']),
  ],
  voucherstore: [setting('distributor', 'Distributor'), secret('apiKey', 'API key', ['distributor'])],
  coinsim: [
    setting('walletId', 'Wallet id'),
    secret('apiKey', 'API key', ['walletId']),
    secret('webhookSecret', 'Webhook secret', ['walletId']),
  ],
}
