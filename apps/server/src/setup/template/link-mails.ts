import type { DefaultTemplate } from './default-templates.ts'
import { mail, sentBy } from './mail-wording.ts'

/** Mails with a link to people who work in the back office. */
export const linkMails: readonly DefaultTemplate[] = [
  mail('PasswordReset', 'all', 'One-time link to choose a new password', {
    subject: 'Choose a new password',
    paragraphs: [
      'Hello ${user.displayName},',
      'A new password was requested for the account ${user.username}.',
    ],
    button: { label: 'Choose a new password', link: '${link}' },
    after: [
      'The link works once and expires in ${expiresMinutes} minutes. If you did not request it, ignore this email: your password does not change.',
    ],
    footer: sentBy.all,
  }),
  mail('PasswordReset', 'sv_SE', 'Engångslänk för att välja ett nytt lösenord', {
    subject: 'Välj ett nytt lösenord',
    paragraphs: [
      'Hej ${user.displayName}!',
      'Någon, förhoppningsvis du, har bett om ett nytt lösenord för kontot ${user.username}.',
    ],
    button: { label: 'Välj ett nytt lösenord', link: '${link}' },
    after: [
      'Länken fungerar en gång och gäller i ${expiresMinutes} minuter. Om det inte var du kan du bortse från det här mejlet: lösenordet ändras inte.',
    ],
    footer: sentBy.sv_SE,
  }),
  mail('Welcome', 'all', 'First mail to a new backoffice user', {
    subject: 'Your account is ready',
    paragraphs: [
      'Hello ${user.displayName},',
      'An account has been created for you. Your username is ${user.username}.',
    ],
    button: { label: 'Choose a password', link: '${link}' },
    after: [
      'The link works once and expires in ${expiresMinutes} minutes. After that, request a new one on the login page.',
    ],
    footer: sentBy.all,
  }),
  mail('Welcome', 'sv_SE', 'Första mejlet till en ny användare', {
    subject: 'Ditt konto är klart',
    paragraphs: [
      'Hej ${user.displayName}!',
      'Ett konto har skapats åt dig. Ditt användarnamn är ${user.username}.',
    ],
    button: { label: 'Välj ett lösenord', link: '${link}' },
    after: [
      'Länken fungerar en gång och gäller i ${expiresMinutes} minuter. Därefter kan du be om en ny på inloggningssidan.',
    ],
    footer: sentBy.sv_SE,
  }),
]
