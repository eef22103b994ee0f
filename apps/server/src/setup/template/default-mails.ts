import type { DefaultTemplate } from './default-templates.ts'
import { linkMails } from './link-mails.ts'
import { mail, sentBy } from './mail-wording.ts'
import { operationsMails } from './operations-mails.ts'
import { securityMails } from './security-mails.ts'

const merchantFooter = {
  all: 'Questions? Write to ${merchant.supportEmail}.',
  sv_SE: 'Frågor? Skriv till ${merchant.supportEmail}.',
}

/** Mails to the merchants' own customers, and to those who watch over payments. */
const paymentMails: readonly DefaultTemplate[] = [
  mail('WithdrawalApproved', 'all', 'To the user when a withdrawal is approved', {
    subject: 'Your withdrawal of ${ptx.amountAbs;money}',
    paragraphs: [
      'Hello ${ptx.merchantUser.firstName},',
      'Your withdrawal of ${ptx.amountAbs;money} to ${ptx.maskedUserAccount} has been approved and is on its way.',
      '${if ptx.fee}A fee of ${ptx.fee;money} was deducted.${end}',
    ],
    footer: merchantFooter.all,
  }),
  mail('WithdrawalApproved', 'sv_SE', 'Till användaren när ett uttag har godkänts', {
    subject: 'Ditt uttag på ${ptx.amountAbs;money}',
    paragraphs: [
      'Hej ${ptx.merchantUser.firstName}!',
      'Ditt uttag på ${ptx.amountAbs;money} till ${ptx.maskedUserAccount} har godkänts och är på väg.',
      '${if ptx.fee}En avgift på ${ptx.fee;money} har dragits av.${end}',
    ],
    footer: merchantFooter.sv_SE,
  }),
  {
    type: 'email',
    templateType: 'PaymentText',
    locale: 'all',
    description: 'Text message to the user about a payment; only its plain text is sent',
    subject: '${merchant.name}',
    content:
      '<p>${merchant.name}: There is news about your payment ${ptx.id} of ${ptx.amountAbs;money}. See your account.</p>\n',
    textContent:
      '${merchant.name}: There is news about your payment ${ptx.id} of ${ptx.amountAbs;money}. See your account.\n',
  },
  mail('AlertRaised', 'all', 'To everyone who receives alerts', {
    subject: '${alert.severity}: ${alert.title}',
    paragraphs: [
      '${alert.title}, raised ${alert.firedAt;date(yyyy-MM-dd HH:mm)}.',
      '${alert.body}',
      'PSP ${psp}, ${tx_type}: ${percent_failed} % failed in ${minutes_back} minutes, ${unique_users} users affected.',
    ],
    footer: sentBy.all,
  }),
]

export const defaultMails: readonly DefaultTemplate[] = [
  ...linkMails,
  ...securityMails,
  ...paymentMails,
  ...operationsMails,
]
