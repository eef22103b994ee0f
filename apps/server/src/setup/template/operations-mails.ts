import type { DefaultTemplate } from './default-templates.ts'
import { mail, sentBy } from './mail-wording.ts'

/** Mails to staff about what the platform runs on, and to users about their accounts. */
export const operationsMails: readonly DefaultTemplate[] = [
  mail('MaintenanceStarted', 'all', 'To everybody who wants maintenance notes, when a window begins', {
    subject: 'Maintenance: ${window.title}',
    paragraphs: [
      'Hello ${user.displayName},',
      'since ${window.startAt;date(yyyy-MM-dd HH:mm)} UTC payments avoid what this window is about: ${window.title}.',
      '${if window.psp}PSP: ${window.psp}.${end}',
      '${if window.endAt}It is planned to end ${window.endAt;date(yyyy-MM-dd HH:mm)} UTC.${end}',
    ],
    footer: sentBy.all,
  }),
  mail('MaintenanceEnded', 'all', 'To everybody who wants maintenance notes, when a window is over', {
    subject: 'Over: ${window.title}',
    paragraphs: [
      'Hello ${user.displayName},',
      'the maintenance window ${window.title} is over. Payments use it again.',
    ],
    footer: sentBy.all,
  }),
  mail('SecretExpiry', 'all', 'To administrators, before a secret of an API client ends', {
    subject: 'A secret of ${client} ends soon',
    paragraphs: [
      'Hello ${user.displayName},',
      'the secret ending in ${last4} of the API client ${client} ends ${expiresAt;date(yyyy-MM-dd HH:mm)} UTC. Rotate it before, or its calls fail.',
    ],
    footer: sentBy.all,
  }),
  mail('KycBlocked', 'all', 'To compliance, when a user does not pass their check', {
    subject: '${ptx.statusCode}: user ${ptx.merchantUser.userId}',
    paragraphs: [
      '${ptx.txType} ${ptx.txRefId} of ${ptx.amountAbs;money} was declined: ${ptx.statusCode}.',
      'User ${ptx.merchantUser.userId}, KYC status ${ptx.merchantUser.kycStatus}.',
    ],
    footer: sentBy.all,
  }),
  mail('AccountVerification', 'all', 'To the user, when somebody asks them to verify an account', {
    subject: 'Please verify your account',
    paragraphs: [
      'Hello,',
      'before you can go on using ${account.masked} with us we need to know that it is yours. Please send us a proof, such as a statement with your name on it.',
    ],
    footer: 'Questions? Write to ${merchant.supportEmail}.',
  }),
]
