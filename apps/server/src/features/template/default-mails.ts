import type { DefaultTemplate } from './default-templates.ts'

interface Wording {
  readonly subject: string
  /** Paragraphs; they become both the HTML and the plain text. */
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  readonly after?: readonly string[]
  readonly footer: string
}

const buttonStyle =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#4a45d1;color:#ffffff;text-decoration:none;font-weight:600'

const paragraph = (text: string): string => `  <p style="margin:0 0 14px">${text}</p>`

/** One look for all: readable without images, in any reader, on any background. */
function htmlOf({ paragraphs, button, after = [], footer }: Wording): string {
  const link = button
    ? [paragraph(`<a href="${button.link}" style="${buttonStyle}">${button.label}</a>`)]
    : []
  return [
    '<div style="font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1a1d23;background:#ffffff;max-width:560px;margin:0 auto;padding:24px">',
    '  <p style="font-size:18px;font-weight:600;margin:0 0 18px">${merchant.name}</p>',
    ...paragraphs.map(paragraph),
    ...link,
    ...after.map(paragraph),
    `  <p style="font-size:12px;color:#5b6472;border-top:1px solid #e3e6eb;padding-top:12px;margin:28px 0 0">${footer}</p>`,
    '</div>',
    '',
  ].join('\n')
}

const textOf = ({ paragraphs, button, after = [], footer }: Wording): string =>
  [...paragraphs, ...(button ? [`${button.label}: ${button.link}`] : []), ...after, `-- \n${footer}`].join(
    '\n\n',
  ) + '\n'

const mail = (
  templateType: string,
  locale: string,
  description: string,
  wording: Wording,
): DefaultTemplate => ({
  type: 'email',
  templateType,
  locale,
  description,
  subject: wording.subject,
  content: htmlOf(wording),
  textContent: textOf(wording),
})

const sentBy = {
  all: 'Sent by Signalbox. Please do not answer this mail.',
  sv_SE: 'Skickat av Signalbox. Det går inte att svara på det här mejlet.',
}
const merchantFooter = {
  all: 'Questions? Write to ${merchant.supportEmail}.',
  sv_SE: 'Frågor? Skriv till ${merchant.supportEmail}.',
}

/** Mails to people who work in the back office. */
const staffMails: readonly DefaultTemplate[] = [
  mail('PasswordReset', 'all', 'One-time link to choose a new password', {
    subject: 'Choose a new password',
    paragraphs: [
      'Hello ${user.displayName},',
      'somebody, hopefully you, asked for a new password for the account ${user.username}.',
    ],
    button: { label: 'Choose a new password', link: '${link}' },
    after: [
      'The link works once, and for ${expiresMinutes} minutes. If it was not you, ignore this mail: your password stays as it is.',
    ],
    footer: sentBy.all,
  }),
  mail('PasswordReset', 'sv_SE', 'Engångslänk för att välja ett nytt lösenord', {
    subject: 'Välj ett nytt lösenord',
    paragraphs: [
      'Hej ${user.displayName},',
      'någon, förhoppningsvis du, har bett om ett nytt lösenord för kontot ${user.username}.',
    ],
    button: { label: 'Välj ett nytt lösenord', link: '${link}' },
    after: [
      'Länken fungerar en gång, i ${expiresMinutes} minuter. Om det inte var du kan du bortse från det här mejlet: lösenordet ändras inte.',
    ],
    footer: sentBy.sv_SE,
  }),
  mail('Welcome', 'all', 'First mail to a new back-office user', {
    subject: 'Your account is ready',
    paragraphs: [
      'Hello ${user.displayName},',
      'an account has been made for you. Your username is ${user.username}.',
    ],
    button: { label: 'Choose a password', link: '${link}' },
    after: [
      'The link works once, and for ${expiresMinutes} minutes. After that, ask for a new one on the login page.',
    ],
    footer: sentBy.all,
  }),
  mail('Welcome', 'sv_SE', 'Första mejlet till en ny användare', {
    subject: 'Ditt konto är klart',
    paragraphs: [
      'Hej ${user.displayName},',
      'ett konto har skapats åt dig. Ditt användarnamn är ${user.username}.',
    ],
    button: { label: 'Välj ett lösenord', link: '${link}' },
    after: [
      'Länken fungerar en gång, i ${expiresMinutes} minuter. Därefter kan du be om en ny på inloggningssidan.',
    ],
    footer: sentBy.sv_SE,
  }),
  mail('LoginAlert', 'all', 'Somebody signed in from a device not seen before', {
    subject: 'New sign-in to your account',
    paragraphs: [
      'Hello ${user.displayName},',
      'your account ${user.username} was just used from a device we have not seen before.',
      'If it was you, there is nothing to do. If not, change your password at once and tell your administrator.',
    ],
    footer: sentBy.all,
  }),
  mail('LoginAlert', 'sv_SE', 'Någon loggade in från en ny enhet', {
    subject: 'Ny inloggning på ditt konto',
    paragraphs: [
      'Hej ${user.displayName},',
      'ditt konto ${user.username} användes nyss från en enhet som vi inte har sett tidigare.',
      'Om det var du behöver du inte göra något. Om inte: byt lösenord genast och tala med din administratör.',
    ],
    footer: sentBy.sv_SE,
  }),
]

/** Mails to the merchants' own customers, and to those who watch over payments. */
const paymentMails: readonly DefaultTemplate[] = [
  mail('WithdrawalApproved', 'all', 'To the user once a withdrawal is approved', {
    subject: 'Your withdrawal of ${ptx.amountAbs;money}',
    paragraphs: [
      'Hello ${ptx.merchantUser.firstName},',
      'your withdrawal of ${ptx.amountAbs;money} to ${ptx.maskedUserAccount} has been approved and is on its way.',
      '${if ptx.fee}A fee of ${ptx.fee;money} was deducted.${end}',
    ],
    footer: merchantFooter.all,
  }),
  mail('WithdrawalApproved', 'sv_SE', 'Till användaren när ett uttag har godkänts', {
    subject: 'Ditt uttag på ${ptx.amountAbs;money}',
    paragraphs: [
      'Hej ${ptx.merchantUser.firstName},',
      'ditt uttag på ${ptx.amountAbs;money} till ${ptx.maskedUserAccount} har godkänts och är på väg.',
      '${if ptx.fee}En avgift på ${ptx.fee;money} har dragits av.${end}',
    ],
    footer: merchantFooter.sv_SE,
  }),
  mail('AlertRaised', 'all', 'To everybody who receives alerts', {
    subject: '${alert.severity}: ${alert.title}',
    paragraphs: [
      '${alert.title}, raised ${alert.firedAt;date(yyyy-MM-dd HH:mm)}.',
      '${alert.body}',
      'PSP ${psp}, ${tx_type}: ${percent_failed} % failed in ${minutes_back} minutes, ${unique_users} users affected.',
    ],
    footer: sentBy.all,
  }),
]

export const defaultMails: readonly DefaultTemplate[] = [...staffMails, ...paymentMails]
