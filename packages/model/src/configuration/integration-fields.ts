import { uiLocales } from '../reference/locales.ts'
import {
  csvSeparators,
  dateFormats,
  decimalSeparators,
  defaultUserFormats,
  exportDatePatterns,
  groupSeparators,
  type UserFormats,
} from '../text/user-formats.ts'
import type { CredentialField } from './credential-field.ts'

const root = { scope: 'ROOT' } as const

/** A choice is shown as it is written, and nobody sees a tab or a space. */
const named: Readonly<Record<string, string>> = { TAB: '\t', SPACE: ' ', NONE: '' }
const nameOf = (value: string): string => Object.keys(named).find((name) => named[name] === value) ?? value

const choice = (key: keyof UserFormats, label: string, options: readonly string[]): CredentialField => ({
  ...root,
  key,
  label,
  type: 'LIST',
  options: options.map(nameOf),
})

/** How staff of the merchant read dates and figures until they choose for themselves. */
export const localeFields: readonly CredentialField[] = [
  {
    ...choice('locale', 'Language of emails to staff', uiLocales),
    help: 'The console itself is in English. The cashier and its messages use the language of each user.',
  },
  {
    ...root,
    key: 'timeZone',
    label: 'Time zone',
    type: 'STRING',
    max: 60,
    placeholder: 'Europe/Stockholm',
    help: 'Blank: the time zone of the merchant',
  },
  choice('dateFormat', 'Dates', dateFormats),
  choice('decimalSeparator', 'Decimal separator', decimalSeparators),
  choice('groupSeparator', 'Thousands separator', groupSeparators),
  choice('csvSeparator', 'CSV separator', csvSeparators),
  choice('exportDatePattern', 'Dates in files', exportDatePatterns),
]

/** What a document says about formats; members it does not set are left out. */
export function formatsOf(document: Readonly<Record<string, unknown>>): Partial<UserFormats> {
  const set = Object.keys(defaultUserFormats).flatMap((name) => {
    const value = document[name]
    return typeof value === 'string' && value !== '' ? [[name, named[value] ?? value] as const] : []
  })
  return Object.fromEntries(set)
}

/** How mails of the merchant leave the platform. */
export const emailFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'from',
    label: 'Sender',
    type: 'STRING',
    max: 200,
    pattern: String.raw`([^<>\r\n]{1,80} )?<?[^\s<>@]+@[^\s<>@]+>?`,
    placeholder: 'NordicPlay <cashier@nordicplay.example>',
    help: 'Blank: the sender of the platform',
  },
  {
    ...root,
    key: 'replyTo',
    label: 'Reply to',
    type: 'STRING',
    validation: 'EMAIL',
    help: 'Blank: the support address of the merchant',
  },
  {
    ...root,
    key: 'smtpUrl',
    label: 'Email server',
    type: 'STRING',
    secret: true,
    sentTo: ['smtpUrl'],
    destination: true,
    pattern: 'smtps?://.+',
    help: 'smtps://user:password@host, encrypted. Blank: the email server of the platform.',
  },
]

/** Null where the platform decides. */
export interface MailSettings {
  readonly from: string | null
  readonly replyTo: string | null
  readonly smtpUrl: string | null
}

export function mailSettingsOf(document: Readonly<Record<string, unknown>>): MailSettings {
  const text = (name: string) => {
    const value = document[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { from: text('from'), replyTo: text('replyTo'), smtpUrl: text('smtpUrl') }
}
