import type { DefaultTemplate } from './default-templates.ts'
import { mail, sentBy } from './mail-wording.ts'

/** Mails to staff about what the platform runs on, and to users about their accounts. */
export const operationsMails: readonly DefaultTemplate[] = [
  mail('MaintenanceStarted', 'all', 'To everyone who receives maintenance notes, when a window starts', {
    subject: 'Maintenance: ${window.title}',
    paragraphs: [
      'Hello ${user.displayName},',
      'A maintenance window started at ${window.startAt;date(yyyy-MM-dd HH:mm)} UTC: ${window.title}. Payments are not sent there until it ends.',
      '${if window.psp}PSP: ${window.psp}.${end}',
      '${if window.endAt}It is planned to end at ${window.endAt;date(yyyy-MM-dd HH:mm)} UTC.${end}',
    ],
    footer: sentBy.all,
  }),
  mail('MaintenanceEnded', 'all', 'To everyone who receives maintenance notes, when a window ends', {
    subject: 'Maintenance ended: ${window.title}',
    paragraphs: [
      'Hello ${user.displayName},',
      'The maintenance window ${window.title} has ended. Payments are sent there again.',
    ],
    footer: sentBy.all,
  }),
  mail('SecretExpiry', 'all', 'To administrators, before a secret of an API client expires', {
    subject: 'A secret of ${client} expires soon',
    paragraphs: [
      'Hello ${user.displayName},',
      'The secret ending in ${last4} of the API client ${client} expires at ${expiresAt;date(yyyy-MM-dd HH:mm)} UTC. Rotate it before then, or its calls will fail.',
    ],
    footer: sentBy.all,
  }),
  mail('KycBlocked', 'all', 'To compliance, when a user fails the KYC check', {
    subject: '${ptx.statusCode}: user ${ptx.merchantUser.userId}',
    paragraphs: [
      '${ptx.txType} ${ptx.txRefId} of ${ptx.amountAbs;money} was declined: ${ptx.statusCode}.',
      'User ${ptx.merchantUser.userId}, KYC status ${ptx.merchantUser.kycStatus}.',
    ],
    footer: sentBy.all,
  }),
  mail('AccountVerification', 'all', 'To the user, when verification of an account is requested', {
    subject: 'Verify your account',
    paragraphs: [
      'Hello,',
      'Before you can continue to use ${account.masked}, we need to verify that it is yours. Send us proof, such as a statement with your name on it.',
    ],
    footer: 'Questions? Write to ${merchant.supportEmail}.',
  }),
]
