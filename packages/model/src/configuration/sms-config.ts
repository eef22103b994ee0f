import type { CredentialField } from './credential-field.ts'

const root = { scope: 'ROOT' } as const

/** The gateway that sends the merchant's text messages. */
export const smsFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'url',
    label: 'Address',
    type: 'STRING',
    destination: true,
    pattern: String.raw`https://.+|http://(localhost|127\.0\.0\.1)(:\d+)?(/.*)?`,
    placeholder: 'https://sms.example/v1',
    help: 'Messages are posted to /messages below this address. Blank: the sandbox (not in production).',
  },
  { ...root, key: 'apiKey', label: 'API key', type: 'STRING', secret: true, sentTo: ['url'] },
  {
    ...root,
    key: 'sender',
    label: 'Sender',
    type: 'STRING',
    pattern: String.raw`\+?[A-Za-z0-9 ]{1,15}`,
    placeholder: 'NordicPlay',
    help: 'A name or number shown on the phone. Blank: the name of the merchant.',
  },
  {
    ...root,
    key: 'timeoutMs',
    label: 'Timeout (ms)',
    type: 'NUMBER',
    whole: true,
    min: 500,
    max: 30_000,
    default: 10_000,
  },
]

/** What a document says about the gateway; null where it says nothing. */
export interface SmsSettings {
  readonly url: string | null
  readonly apiKey: string | null
  readonly sender: string | null
  readonly timeoutMs: number
}

export function smsSettingsOf(document: Readonly<Record<string, unknown>>): SmsSettings {
  const text = (name: string) => {
    const value = document[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const { timeoutMs } = document
  return {
    url: text('url'),
    apiKey: text('apiKey'),
    sender: text('sender'),
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : 10_000,
  }
}
