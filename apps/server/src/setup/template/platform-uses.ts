import type { TemplateUsage } from '@signalbox/model/calls/template'
import type { TemplateType } from '@signalbox/model/template-language/template'

type Use = TemplateUsage['platform'][number]

/** Templates the platform itself looks up by name. Rules and settings that name others say so themselves. */
const uses: Partial<Record<TemplateType, Readonly<Record<string, Use>>>> = {
  email: {
    PasswordReset: { what: 'Sign-in', when: 'Emailed when a user requests a new password' },
    Welcome: { what: 'Backoffice users', when: 'Emailed to a new user with the first link' },
    LoginAlert: { what: 'Sign-in', when: 'Emailed after a sign-in from a device not seen before' },
    PasswordChanged: { what: 'Sign-in', when: 'Emailed when the password of a user was changed' },
    SecondFactorAdded: {
      what: 'Sign-in',
      when: 'Emailed when a user has a new factor or new recovery codes',
    },
    SecondFactorRemoved: { what: 'Sign-in', when: 'Emailed when a factor of a user was removed' },
    MaintenanceStarted: { what: 'Maintenance', when: 'Emailed when a window starts' },
    MaintenanceEnded: { what: 'Maintenance', when: 'Emailed when a window ends' },
    Invoice: { what: 'Invoices', when: 'Emailed to a customer with an invoice or a credit note' },
    InvoiceReminder: { what: 'Invoices', when: 'Emailed to a customer whose invoice is overdue' },
    SecretExpiry: { what: 'API clients', when: 'Emailed 30, 7 and 1 days before a secret expires' },
    AccountVerification: {
      what: 'User accounts',
      when: 'Emailed to the user when verification is requested',
    },
    EmailChanged: {
      what: 'Backoffice users',
      when: 'Emailed to the old address of a user who has a new one',
    },
  },
}

export function platformUses(type: TemplateType, templateType: string): Use[] {
  const named = uses[type]
  return named && Object.hasOwn(named, templateType) ? [named[templateType] as Use] : []
}
