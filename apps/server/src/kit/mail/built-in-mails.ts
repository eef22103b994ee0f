import { render } from '@signalbox/model/template-language/render'
import type { MailContent, MailRequest } from './mail-message.ts'

interface BuiltInMail {
  readonly subject: string
  readonly text: string
}

const warning = (subject: string, what: string): BuiltInMail => ({
  subject,
  text: `Hello \${user.displayName},

Your account \${user.username} ${what}. If this was not you, change your password at once and tell your administrator.
`,
})

/** Mails nobody could do without, for a platform on which nobody has worded them yet. */
const builtInMails: Readonly<Record<string, BuiltInMail>> = {
  PasswordReset: {
    subject: 'Choose a new password',
    text: `Hello \${user.displayName},

A new password was requested for the account \${user.username}. Choose one here:

\${link}

The link works once and expires in \${expiresMinutes} minutes. If you did not request it, ignore this email: your password does not change.
`,
  },
  Welcome: {
    subject: 'Your account is ready',
    text: `Hello \${user.displayName},

An account has been created for you. Your username is \${user.username}. Choose a password here:

\${link}

The link works once and expires in \${expiresMinutes} minutes. After that, request a new one on the login page.
`,
  },
  InboxDigest: {
    subject: `Waiting for you: \${count}`,
    text: `Hello \${user.displayName},

These items are waiting for you:

\${list}

Your inbox: \${inboxUrl}

You receive this email because you turned it on in your settings.
`,
  },
  DashboardMail: {
    subject: `\${mail.name}: \${mail.dashboard} of \${mail.merchant}, \${mail.days}`,
    text: `Hello \${user.displayName},

These are the figures of \${mail.merchant} for \${mail.days}, compared with the period before. Days are in the time zone \${mail.timeZone}.

\${list}

The dashboard: \${link}

You receive this email because a colleague scheduled it for you.
`,
  },
  ReleaseNote: {
    subject: `New in \${note.release}: \${note.title}`,
    text: `Hello \${user.displayName},

\${note.title}

\${note.body}

All release notes: \${link}

You receive this email because you chose release notes in your profile.
`,
  },
  MaintenanceStarted: {
    subject: `Maintenance: \${window.title}`,
    text: `A maintenance window has started: \${window.title}. Payments are not sent there until it ends.\n`,
  },
  MaintenanceEnded: {
    subject: `Maintenance ended: \${window.title}`,
    text: `The maintenance window \${window.title} has ended.\n`,
  },
  Invoice: {
    subject: `\${seller.name}: \${invoice.kind} \${invoice.number}`,
    text: `Hello,

The \${invoice.kind} \${invoice.number} for \${invoice.period}, \${invoice.gross}, is attached.

\${if invoice.open}To pay: \${invoice.open} by \${invoice.dueDate} to \${seller.iban}, reference \${reference}.\${end}

Questions? Write to \${seller.email}.
`,
  },
  InvoiceReminder: {
    subject: `Reminder \${invoice.level}: invoice \${invoice.number}`,
    text: `Hello,

Our invoice \${invoice.number} was due on \${invoice.dueDate}. \${invoice.open} is still open.

Pay to \${seller.iban}, reference \${reference}. If you have paid already, ignore this email.

Questions? Write to \${seller.email}.
`,
  },
  SecretExpiry: {
    subject: `A secret of \${client} expires soon`,
    text: `The secret ending in \${last4} of the API client \${client} expires in \${days} days. Rotate it before then.\n`,
  },
  LoginAlert: warning('New sign-in to your account', 'was just used from a device we have not seen before'),
  PasswordChanged: warning('Your password was changed', 'has a new password'),
  SecondFactorAdded: warning('A second factor was added to your account', 'has a new second factor'),
  SecondFactorRemoved: warning(
    'A second factor was removed from your account',
    'no longer has one of its second factors',
  ),
  EmailChanged: warning('Your email address was changed', 'has a new email address'),
}

/**
 * About accounts of the console. They hold ways in, or warn of somebody who found one, so they leave by the platform's own
 * mail server: whoever may change a merchant's would otherwise get into every account.
 */
const accountMails: readonly string[] = [
  'PasswordReset',
  'Welcome',
  'LoginAlert',
  'PasswordChanged',
  'SecondFactorAdded',
  'SecondFactorRemoved',
  'EmailChanged',
]
export const isAccountMail = (template: string): boolean => accountMails.includes(template)

/** Null when there is no such mail. Plain text only: looks are for those who word their own. */
export function renderBuiltInMail({ template, view, locale }: MailRequest): MailContent | null {
  const mail = Object.hasOwn(builtInMails, template) ? builtInMails[template] : undefined
  if (!mail) return null
  const options = { escape: 'none', locale } as const
  return {
    subject: render(mail.subject, view, options).output,
    text: render(mail.text, view, options).output,
    html: null,
  }
}
