import { requestFileOwner } from './finance/balance/request-file.ts'
import { totpPurpose } from './people/identity/enrolment.ts'
import { attemptOwner, ceremonyPurpose, sessionOwner } from './people/identity/ceremony.ts'
import { recoveryPurpose } from './people/identity/recovery-codes.ts'
import { capturedPurpose, forgetTask } from './payments/gdpr/forget-captured.ts'
import { caseFileOwner } from './payments/cases/files.ts'
import { webhookPurpose } from './setup/api-client/webhook-target-store.ts'
import { envelopePurpose } from './kit/envelope.ts'
import { mailPurpose, sendMailTask } from './kit/mail/mail-job.ts'
import { keptPurpose } from './kit/open-key-ring.ts'
import { sessionPurpose, voucherPurpose } from './payments/core/flow/database-call-context.ts'
import { payerPurpose } from './payments/core/flow/packed-reading.ts'
import { cryptogramPurpose } from './payments/core/flow/token-context.ts'
import { networkTokenOwner, networkTokenPurpose } from './payments/vault/network-tokens.ts'
import { cardPurpose, codePurpose, vaultKeyPurpose } from './payments/vault/vault.ts'

type Row = Readonly<Record<string, unknown>>

/** Where something sealed with the master key is stored, and what it was sealed for. */
export interface SealedColumn {
  readonly table: string
  readonly key: readonly string[]
  readonly column: string
  /** Where in the column it stands, if that is JSON. */
  readonly path?: readonly string[]
  readonly json?: 'json' | 'jsonb'
  readonly purpose: string
  /** Expressions besides the key that the owner follows from. */
  readonly facts?: Readonly<Record<string, string>>
  readonly owner: (row: Row) => string
  /** Rows that may be changed now; others are held by somebody who would write the old text back. */
  readonly atRest?: string
  /** The number by which others see that the row was changed under them, and do not write the old text back. */
  readonly lock?: string
  /** Of the job queue, which has a login of its own. */
  readonly isQueue?: boolean
  /** The file that seals it. A test finds those that are missing here. */
  readonly sealedBy: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : String(value as number))
const byMerchant = ['merchant_id', 'id'] as const
const queue = {
  table: 'graphile_worker._private_jobs',
  key: ['id'],
  column: 'payload',
  json: 'json',
  isQueue: true,
} as const
const taskOf = '(select identifier from graphile_worker._private_tasks t where t.id = task_id)'
/** A payment that somebody works on is in their memory, and will be written as it is there. */
const payment = {
  table: 'transaction',
  key: byMerchant,
  column: 'step_state',
  json: 'jsonb',
  atRest: 'lease_holder is null or lease_until < now()',
  lock: 'version',
  owner: ({ id }: Row) => text(id),
  sealedBy: 'payments/core/flow/database-call-context.ts',
} as const

/** Everything `rotate-key` seals anew. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'kept_key',
    key: ['name'],
    column: 'sealed',
    purpose: keptPurpose,
    owner: ({ name }) => text(name),
    sealedBy: 'kit/open-key-ring.ts',
  },
  {
    table: 'config_secret',
    key: byMerchant,
    column: 'wrapped_key',
    purpose: envelopePurpose,
    owner: ({ id }) => text(id),
    sealedBy: 'setup/config/keep-secrets.ts',
  },
  ...(['secret', 'former_secret'] as const).map((column) => ({
    table: 'webhook_endpoint',
    key: byMerchant,
    column,
    purpose: webhookPurpose,
    owner: ({ id }: Row) => text(id),
    sealedBy: 'setup/api-client/webhooks.ts',
  })),
  {
    table: 'user_totp',
    key: ['merchant_id', 'user_id'],
    column: 'secret',
    purpose: totpPurpose,
    owner: (row) => text(row.user_id),
    sealedBy: 'people/identity/enrolment.ts',
  },
  {
    table: 'recovery_code',
    key: ['merchant_id', 'user_id', 'code_hash'],
    column: 'sealed_key',
    purpose: recoveryPurpose,
    owner: (row) => text(row.user_id),
    sealedBy: 'people/identity/recovery-codes.ts',
  },
  {
    table: 'session',
    key: ['token_hash'],
    column: 'ceremony',
    purpose: ceremonyPurpose,
    facts: { id: 'id' },
    owner: ({ id }) => sessionOwner(text(id)),
    sealedBy: 'people/identity/ceremony.ts',
  },
  {
    table: 'login_attempt',
    key: ['token_hash'],
    column: 'ceremony',
    purpose: ceremonyPurpose,
    owner: (row) => attemptOwner(text(row.token_hash)),
    sealedBy: 'people/identity/ceremony.ts',
  },
  {
    table: 'gdpr_file',
    key: ['merchant_id', 'request_id'],
    column: 'wrapped_key',
    purpose: envelopePurpose,
    owner: (row) => text(row.request_id),
    sealedBy: 'payments/gdpr/export-file.ts',
  },
  {
    table: 'case_file',
    key: byMerchant,
    column: 'wrapped_key',
    purpose: envelopePurpose,
    owner: ({ id }) => caseFileOwner(text(id)),
    sealedBy: 'payments/cases/files.ts',
  },
  {
    table: 'ledger_request_file',
    key: ['merchant_id', 'request_id'],
    column: 'wrapped_key',
    purpose: envelopePurpose,
    owner: (row) => requestFileOwner(text(row.request_id)),
    sealedBy: 'finance/balance/request-file.ts',
  },
  {
    table: 'vault_card',
    key: ['merchant_id', 'ref'],
    column: 'sealed_pan',
    purpose: cardPurpose,
    facts: { account: 'account_hash' },
    owner: (row) => `${text(row.merchant_id)}:${text(row.account)}`,
    sealedBy: 'payments/vault/vault.ts',
  },
  {
    table: 'card_token',
    key: ['merchant_id', 'token_hash'],
    column: 'sealed_cvv',
    purpose: codePurpose,
    owner: (row) => `${text(row.merchant_id)}:${text(row.token_hash)}`,
    sealedBy: 'payments/vault/vault.ts',
  },
  {
    table: 'vault_key',
    key: byMerchant,
    column: 'sealed_private_key',
    purpose: vaultKeyPurpose,
    owner: (row) => `${text(row.merchant_id)}:${text(row.id)}`,
    sealedBy: 'payments/vault/vault.ts',
  },
  {
    table: 'callback',
    key: byMerchant,
    column: 'reading',
    path: ['payer'],
    json: 'jsonb',
    purpose: payerPurpose,
    facts: { event: `reading ->> 'eventId'` },
    owner: ({ event }) => text(event),
    sealedBy: 'payments/core/flow/packed-reading.ts',
  },
  { ...payment, path: ['input', 'sealedSession'], purpose: sessionPurpose },
  { ...payment, path: ['input', 'sealedVoucher'], purpose: voucherPurpose },
  {
    ...payment,
    path: ['networkToken', 'sealedProof'],
    purpose: cryptogramPurpose,
    sealedBy: 'payments/core/flow/token-context.ts',
  },
  {
    table: 'network_token',
    key: byMerchant,
    column: 'sealed_token',
    purpose: networkTokenPurpose,
    facts: { name: 'token_ref' },
    owner: (row) => networkTokenOwner(Number(row.merchant_id), text(row.name)),
    sealedBy: 'payments/vault/network-tokens.ts',
  },
  {
    ...queue,
    path: ['sealed'],
    purpose: mailPurpose,
    facts: { mail: `payload ->> 'id'` },
    owner: ({ mail }) => text(mail),
    atRest: `${taskOf} = '${sendMailTask}'`,
    sealedBy: 'kit/mail/mail-job.ts',
  },
  {
    ...queue,
    path: ['words'],
    purpose: capturedPurpose,
    facts: { subject: `payload ->> 'subject'` },
    owner: ({ subject }) => text(subject),
    atRest: `${taskOf} = '${forgetTask}'`,
    sealedBy: 'payments/gdpr/forget-captured.ts',
  },
]
