import type { TemplateUsage } from '@signalbox/model/calls/template'
import type { TemplateType } from '@signalbox/model/template-language/template'

type Use = TemplateUsage['platform'][number]

/** Templates the platform itself looks up by name. Rules and settings that name others say so themselves. */
const uses: Partial<Record<TemplateType, Readonly<Record<string, Use>>>> = {
  email: {
    PasswordReset: { what: 'Sign-in', when: 'Mailed when a user requests a new password' },
    Welcome: { what: 'Backoffice users', when: 'Mailed to a new user with the first link' },
    LoginAlert: { what: 'Sign-in', when: 'Mailed after a sign-in from a device not seen before' },
    PasswordChanged: { what: 'Sign-in', when: 'Mailed when the password of a user was changed' },
    SecondFactorAdded: { what: 'Sign-in', when: 'Mailed when a user has a new factor or new recovery codes' },
    SecondFactorRemoved: { what: 'Sign-in', when: 'Mailed when a factor of a user was removed' },
    MaintenanceStarted: { what: 'Maintenance', when: 'Mailed when a window starts' },
    MaintenanceEnded: { what: 'Maintenance', when: 'Mailed when a window ends' },
    Invoice: { what: 'Invoices', when: 'Mailed to a customer with an invoice or a credit note' },
    InvoiceReminder: { what: 'Invoices', when: 'Mailed to a customer whose invoice is overdue' },
    SecretExpiry: { what: 'API clients', when: 'Mailed 30, 7 and 1 days before a secret expires' },
    AccountVerification: { what: 'User accounts', when: 'Mailed to the user when verification is requested' },
    EmailChanged: { what: 'Backoffice users', when: 'Mailed to the old address of a user who has a new one' },
  },
}

export function platformUses(type: TemplateType, templateType: string): Use[] {
  const named = uses[type]
  return named && Object.hasOwn(named, templateType) ? [named[templateType] as Use] : []
}
