import type { DefaultTemplate } from './default-templates.ts'
import { mail, sentBy } from './mail-wording.ts'

type Language = 'all' | 'sv_SE'

interface Warning {
  readonly description: string
  readonly subject: string
  readonly what: string
}

const occasion: Readonly<Record<Language, string>> = {
  all: 'When: ${occasion.at;date(yyyy-MM-dd HH:mm Z)}${if occasion.ip}, from the address ${occasion.ip}${end}${if occasion.device} (${occasion.device})${end}.',
  sv_SE:
    'När: ${occasion.at;date(yyyy-MM-dd HH:mm Z)}${if occasion.ip}, från adressen ${occasion.ip}${end}${if occasion.device} (${occasion.device})${end}.',
}

const advice: Readonly<Record<Language, string>> = {
  all: 'If this was you, or your administrator told you about it, you do not need to do anything. If not, change your password at once and tell your administrator.',
  sv_SE:
    'Om det var du, eller om din administratör har berättat om det, behöver du inte göra något. Om inte: byt lösenord genast och tala med din administratör.',
}

const hello: Readonly<Record<Language, string>> = {
  all: 'Hello ${user.displayName},',
  sv_SE: 'Hej ${user.displayName}!',
}

const warning = (templateType: string, locale: Language, { description, subject, what }: Warning) =>
  mail(templateType, locale, description, {
    subject,
    paragraphs: [hello[locale], what, occasion[locale], advice[locale]],
    footer: sentBy[locale],
  })

const factor: Readonly<Record<Language, string>> = {
  all: '${factor;map(TOTP->an authenticator app,SECURITY_KEY->a security key,RECOVERY_CODES->new recovery codes,*->a second factor)}',
  sv_SE:
    '${factor;map(TOTP->en autentiseringsapp,SECURITY_KEY->en säkerhetsnyckel,RECOVERY_CODES->nya återställningskoder,*->en andra faktor)}',
}

/** What people are told about their own account, so that they notice when it was somebody else. */
export const securityMails: readonly DefaultTemplate[] = [
  warning('LoginAlert', 'all', {
    description: 'Someone signed in from a new device',
    subject: 'New sign-in to your account',
    what: 'Your account ${user.username} was just used from a device we have not seen before.',
  }),
  warning('LoginAlert', 'sv_SE', {
    description: 'Någon loggade in från en ny enhet',
    subject: 'Ny inloggning på ditt konto',
    what: 'Ditt konto ${user.username} användes nyss från en enhet som vi inte har sett tidigare.',
  }),
  warning('PasswordChanged', 'all', {
    description: 'The password of a backoffice user was changed',
    subject: 'Your password was changed',
    what: 'The password of your account ${user.username} was changed.',
  }),
  warning('PasswordChanged', 'sv_SE', {
    description: 'En användares lösenord ändrades',
    subject: 'Ditt lösenord har ändrats',
    what: 'Lösenordet för ditt konto ${user.username} har ändrats.',
  }),
  warning('SecondFactorAdded', 'all', {
    description: 'A second factor of a backoffice user was added',
    subject: 'A second factor was added to your account',
    what: `The following was added to your account \${user.username}: ${factor.all}.`,
  }),
  warning('SecondFactorAdded', 'sv_SE', {
    description: 'En användare fick ett nytt sätt att styrka sin identitet',
    subject: 'En andra faktor har lagts till på ditt konto',
    what: `Följande har lagts till på ditt konto \${user.username}: ${factor.sv_SE}.`,
  }),
  warning('SecondFactorRemoved', 'all', {
    description: 'A second factor of a backoffice user was removed',
    subject: 'A second factor was removed from your account',
    what: `The following was removed from your account \${user.username}: ${factor.all}.`,
  }),
  warning('SecondFactorRemoved', 'sv_SE', {
    description: 'En användare förlorade ett sätt att styrka sin identitet',
    subject: 'En andra faktor har tagits bort från ditt konto',
    what: `Följande har tagits bort från ditt konto \${user.username}: ${factor.sv_SE}.`,
  }),
  warning('EmailChanged', 'all', {
    description: 'To the old address, when a backoffice user has a new one',
    subject: 'Your email address was changed',
    what: 'Emails about your account ${user.username} now go to another address.',
  }),
  warning('EmailChanged', 'sv_SE', {
    description: 'Till den gamla adressen, när en användare har fått en ny',
    subject: 'Din e-postadress har ändrats',
    what: 'Mejl om ditt konto ${user.username} skickas nu till en annan adress.',
  }),
]
