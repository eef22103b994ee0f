/**
 * What erasing a person does to columns that can hold somebody's words or a user's id. A test compares this, and the columns
 * that hold nothing of the kind, with the database, so that a new column cannot be forgotten. Columns of a transaction are
 * declared with its fields, and all of them that are not emptied are looked through.
 */
interface PersonColumns {
  /** Emptied or replaced where the row is about the person, by the statements of the erasure. */
  readonly own?: string
  /** Free text that may name anybody: every word of the person in it is replaced by their pseudonym. */
  readonly swept?: string
  /** Only these rows are looked through; the others are about the person's payments and gone already. */
  readonly sweptWhere?: string
  /** Kept although it may name somebody, because it proves something. The operator is told where it does. */
  readonly evidence?: string
  readonly evidenceWhere?: string
}

export const personColumns: Readonly<Record<string, PersonColumns>> = {
  account_block: {
    swept: 'reason',
  },
  alert: {
    swept: 'key title body subject',
  },
  analytics_dashboard: {
    swept: 'name widgets',
  },
  analytics_mail: {
    swept: 'name',
  },
  api_request: {
    own: 'idempotency_key request_hash reply',
    swept: 'reply',
    sweptWhere: 'tx_id is null',
  },
  approval: {
    own: 'info',
  },
  audit_entry: {
    evidence: 'entity_label before after diff note',
  },
  bank_entry: {
    swept: 'title counterparty reference bank_ref text match_note',
  },
  bank_statement: {
    swept: 'gap file_name',
  },
  callback: {
    own: 'source_ip reading body note',
    swept: 'reading body note',
    sweptWhere: 'tx_id is null',
  },
  card_token: {
    own: 'holder expiry sealed_cvv',
  },
  case_entry: {
    own: 'text reference',
    swept: 'text subject reference',
  },
  case_file: {
    own: 'name sha256 wrapped_key content',
    swept: 'name',
  },
  change_set: {
    swept: 'title note decisions problem',
  },
  change_set_step: {
    swept: 'note',
  },
  config: {
    swept: 'name document',
  },
  counter_event: {
    own: 'user_key account_key ip_key email_key device_key',
  },
  gdpr_file: {
    own: 'wrapped_key content token_hash',
  },
  gdpr_request: {
    own: 'user_id reason case_reference',
  },
  help_exchange: {
    own: 'question answer',
  },
  investigation_case: {
    own: 'cause',
    swept: 'cause resolution',
  },
  invoice: {
    evidence: 'title lines write_off_reason credit_reason',
  },
  invoice_document: {
    evidence: 'content',
  },
  journal_entry: {
    evidence: 'description',
    // What the platform says of payments names nobody.
    evidenceWhere: "source_type <> 'TRANSACTION'",
  },
  kyc_check: {
    own: 'user_id warnings provider_ref first_name last_name email dob national_id street zip city country merchant_kyc_status documents response overrides rerun_note',
  },
  kyc_rerun: {
    own: 'user_id',
  },
  ledger_finding: {
    evidence: 'subject detail',
  },
  ledger_request: {
    swept: 'title reason file_name decision_note',
  },
  ledger_request_file: {
    evidence: 'content',
  },
  maintenance: {
    swept: 'title excluded_user_ids',
  },
  message: {
    swept: 'value description',
  },
  network_token: {
    own: 'token_ref sealed_token',
  },
  notification: {
    own: 'leg target body response_snippet',
    swept: 'body',
    sweptWhere: 'tx_id is null and account_id is null',
  },
  operation: {
    own: 'reply',
  },
  pending_grant: {
    own: 'change reason user_id',
    swept: 'record_label change summary reason',
  },
  record_version: {
    swept: 'note record',
  },
  ruleset_comment: {
    swept: 'text',
  },
  ruleset_test_case: {
    swept: 'name input expected',
  },
  ruleset_version: {
    own: 'name note preconditions rules content_hash change_note decisions activation_problem policy_reason',
  },
  saved_view: {
    own: 'name query',
    swept: 'name query',
  },
  scheme_decline: {
    own: 'account_hash',
  },
  settlement_batch: {
    swept: 'file_name',
  },
  settlement_file: {
    evidence: 'name content',
  },
  settlement_line: {
    swept: 'note',
    sweptWhere: 'note is not null',
  },
  subject_key: {
    own: 'wrapped_key',
  },
  template: {
    swept: 'description subject content text_content test_cases',
  },
  template_preview: {
    swept: 'content',
  },
  transaction_value: {
    swept: 'value',
  },
  tx_attempt: {
    own: 'psp_status_message',
  },
  tx_event: {
    own: 'summary facts decisions',
  },
  tx_log: {
    own: 'url request_headers request_body response_headers response_body',
  },
  tx_note: {
    own: 'text',
    swept: 'text',
  },
  user_psp_account: {
    own: 'merchant_user_id holder masked_account hashed_account start_date expiry_date block_reason scheme_tokens description iban bic clearing_number bank_name wallet_email account_number',
    swept: 'block_reason',
  },
  user_setting: {
    swept: 'settings',
  },
  vault_card: {
    own: 'account_hash sealed_pan',
  },
  voucher: {
    own: 'redeemed_by',
    swept: 'block_reason',
  },
  voucher_batch: {
    swept: 'title distributor batch_note',
  },
}
