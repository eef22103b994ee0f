import type { CredentialField } from './credential-field.ts'

/** Queues the merchant takes messages from; notification rules name them. */
export const queueFields: readonly CredentialField[] = [
  {
    key: 'url',
    label: 'Address',
    type: 'STRING',
    scope: 'ACCOUNT',
    required: true,
    destination: true,
    pattern: String.raw`https://.+|http://(localhost|127\.0\.0\.1)(:\d+)?(/.*)?`,
    placeholder: 'https://queue.example/topics/payments/messages',
    help: 'Each message is posted to this address. Unencrypted only on this machine, not in production.',
  },
  {
    key: 'token',
    label: 'Bearer token',
    type: 'STRING',
    scope: 'BOTH',
    secret: true,
    sentTo: ['url'],
  },
  {
    key: 'timeoutMs',
    label: 'Timeout (ms)',
    type: 'NUMBER',
    whole: true,
    scope: 'BOTH',
    min: 500,
    max: 30_000,
    default: 10_000,
  },
]
