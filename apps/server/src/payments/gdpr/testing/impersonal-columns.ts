/** Columns of texts, lists and JSON that say nothing of a user of a merchant, and why. */
interface ImpersonalColumns {
  /** Words of, and about, the people who work here and at the merchants. */
  readonly staff?: string
  /** Hashes, keys and what is sealed: nobody reads a person out of them. */
  readonly sealed?: string
  /** Codes, states and ids of ours, and what merchants, PSPs and the platform say about themselves. */
  readonly business?: string
}

export const impersonalColumns: Readonly<Record<string, ImpersonalColumns>> = {
  account_balance: {
    business: 'account',
  },
  account_block: {
    staff: 'blocked_by',
    business: 'hashed_account',
  },
  account_day_total: {
    business: 'account',
  },
  alert: {
    staff: 'acked_by resolved_by',
    business: 'source severity psp state',
  },
  alert_watch: {
    business: 'row_id',
  },
  analytics_change_point: {
    business: 'psp provider_type country causes carried_by',
  },
  analytics_cube: {
    business:
      'cube zone base_currency psp psp_account method provider_type tx_type currency user_country ip_country issuer_country country_match bin6 issuer card_brand card_type channel user_cat state decline_stage status_code psp_status_code three_ds_flow three_ds_exemption fallback first_psp token fraud_band fraud_decision rule leg_no leg_reason band bin8',
  },
  analytics_dashboard: {
    staff: 'owner owner_id updated_by',
    business: 'layout',
  },
  analytics_mail: {
    staff: 'updated_by',
    business: 'dashboard rhythm recipients currency',
  },
  analytics_state: {
    business: 'zones made_by',
  },
  analytics_user: {
    business: 'zone',
  },
  api_client: {
    staff: 'last_used_ip created_by updated_by signing_key_by',
    sealed: 'signing_key_public',
    business: 'client_id name description scopes ip_allowlist state',
  },
  api_client_assertion: {
    business: 'jti',
  },
  api_client_call: {
    staff: 'ip',
    business: 'method path',
  },
  api_client_revoked_token: {
    sealed: 'token_hash',
  },
  api_client_secret: {
    staff: 'created_by',
    sealed: 'hash',
    business: 'last4 state',
  },
  api_request: {
    business: 'client_id',
  },
  approval: {
    staff: 'user_id username people',
    business: 'decision tag_id',
  },
  audit_anchor: {
    sealed: 'hash seal',
  },
  audit_chain: {
    sealed: 'last_hash seal',
  },
  audit_entry: {
    staff: 'actor_type actor_id actor_name ip user_agent session_ref',
    sealed: 'prev_hash hash',
    business: 'operation_id entity_type entity_id change_type action result error_code',
  },
  audit_verification: {
    business: 'result',
  },
  backoffice_user: {
    staff:
      'username first_name last_name display_name email phone job_title roles required_actions contact_types communication_preferences state disabled_reason two_factor last_login_ip updated_by preset created_by disabled_by pending_email pending_email_by',
  },
  bank_account: {
    staff: 'updated_by',
    business: 'name account_no account_key currency bank_name last_closing',
  },
  bank_entry: {
    staff: 'updated_by reopened_by',
    business:
      'statement_id statement_ref account_name amount currency state batch_id batch_ref psp expected matched_by',
  },
  bank_mapping: {
    staff: 'updated_by',
    business:
      'title bic name clearing_number account_number currency country from_clearing_house swift bank_country bank_name bank_address bank_id transfer_type bank_code branch_code branch_name branch_city branch_state',
  },
  bank_statement: {
    staff: 'imported_by updated_by',
    business:
      'account_id account_name account_no statement_ref sequence_no currency opening closing format file_sha256 fingerprint',
  },
  billing_series: {
    business: 'series',
  },
  callback: {
    business: 'psp psp_account dedupe_key outcome',
  },
  card_token: {
    sealed: 'token_hash',
  },
  case_entry: {
    staff: 'author_id author',
    business: 'kind',
  },
  case_file: {
    staff: 'author_id author',
    business: 'kind',
  },
  change_set: {
    staff: 'editor_ids editors approver_ids approvers submitted_by created_by',
    business: 'state policy',
  },
  change_set_step: {
    staff: 'username',
    business: 'action',
  },
  config: {
    staff: 'updated_by',
    business: 'type provider accounts missing',
  },
  config_secret: {
    staff: 'created_by',
    sealed: 'wrapped_key content',
    business: 'destinations',
  },
  counter_event: {
    business: 'method tx_type provider_type psp status amounts bin_key matched_rows',
  },
  counter_gate: {
    business: 'scope',
  },
  credentials_template: {
    staff: 'updated_by',
    business: 'title psp status fields field_names changelog',
  },
  customer: {
    staff: 'updated_by',
    business:
      'number legal_name org_no vat_no address zip city country currency payment_terms_days price_list seller po_number billing_email language state contacts',
  },
  forex_rate: {
    staff: 'updated_by created_by',
    business: 'from_currency to_currency source service state pair',
  },
  gdpr_request: {
    staff: 'requested_by updated_by',
    business: 'subject type state reasons',
  },
  geo_ip_range: {
    business: 'country region city',
  },
  help_exchange: {
    business: 'page',
  },
  iin: {
    staff: 'updated_by',
    business: 'card_brand card_type country_code bank_name card_sub_brand card_category source state',
  },
  inbox_mail: {
    staff: 'kind item',
  },
  investigation_case: {
    staff: 'assignee updated_by',
    business: 'type state severity',
  },
  invoice: {
    staff:
      'generated_by approved_by issued_by write_off_by credit_by credit_people drafted_by_people write_off_people updated_by',
    business:
      'number type customer_id customer_number customer_name period gross open state currency net vat paid credited credit_net credit_gross vat_category vat_rate vat_note credit_of po_number seller buyer approved_iban',
  },
  invoice_document: {
    business: 'format sha256',
  },
  invoice_payment: {
    staff: 'by',
    business: 'customer_id kind currency reference',
  },
  job_status: {
    business: 'name title outcome error summary',
  },
  job_worker: {
    business: 'id',
  },
  journal_entry: {
    staff: 'created_by',
    sealed: 'prev_hash hash',
    business: 'source_type source_id event_type',
  },
  journal_seal: {
    sealed: 'prev_hash hash',
  },
  kept_key: {
    sealed: 'sealed',
    business: 'name',
  },
  known_device: {
    staff: 'token_hash',
  },
  kyc_check: {
    staff: 'updated_by',
    business: 'provider status age_status id_status address_status trigger provider_account scopes',
  },
  kyc_rerun: {
    staff: 'requested_by',
  },
  ledger_finding: {
    business: 'invariant',
  },
  ledger_period: {
    staff: 'closed_by',
    business: 'state',
  },
  ledger_request: {
    staff: 'requested_by requested_people decided_by updated_by',
    business: 'kind state lines entry_id posted_entry_id',
  },
  ledger_request_file: {
    sealed: 'wrapped_key',
    business: 'kind sha256',
  },
  legal_entity: {
    staff: 'pending_iban_by pending_iban_people updated_by',
    business: 'name code org_no address zip city country email phone vat_no iban bic logo pending_iban',
  },
  login_attempt: {
    staff: 'token_hash device_hash second_factor ceremony',
  },
  login_flight: {
    staff: 'device_hash',
  },
  login_throttle: {
    staff: 'key',
  },
  logo_picture: {
    sealed: 'hash png',
  },
  maintenance: {
    staff: 'updated_by',
    business: 'provider_type psp service method bank kind probe_unit message_key source',
  },
  merchant: {
    staff: 'updated_by',
    business:
      'path name legal_name state country base_currency currencies time_zone mcc website jurisdictions descriptor support_email allowed_ips',
  },
  message: {
    staff: 'updated_by',
    business: 'key locale category',
  },
  message_locale: {
    staff: 'created_by',
    business: 'locale',
  },
  network_notification: {
    business: 'network event_id event token_ref detail',
  },
  network_token: {
    business: 'network expiry last4 state',
  },
  node_key: {
    sealed: 'sealing',
    business: 'known',
  },
  notification: {
    business: 'kind status',
  },
  operation: {
    business: 'request_hash',
  },
  outbox: {
    business: 'topic key payload',
  },
  password_link: {
    staff: 'token_hash',
  },
  payment_method_input: {
    staff: 'updated_by',
    business: 'tx_type service country key label_key type regex mask options visible_when autocomplete',
  },
  payment_method_logo: {
    staff: 'updated_by',
    sealed: 'hash',
    business: 'method service',
  },
  pending_grant: {
    staff: 'asked_by people decided_by updated_by',
    business: 'record_type record_id operation state basis',
  },
  platform_setting: {
    business: 'name value',
  },
  posting: {
    business: 'account',
  },
  price_list: {
    staff: 'updated_by',
    business: 'name currency prices',
  },
  psp: {
    staff: 'updated_by',
    business:
      'psp name status classification legal_entity regions docs_url tx_types countries currencies services three_ds_type capabilities auth_types connector test_url production_url callback_auth callback_ips status_map expected_fee logo',
  },
  record_version: {
    staff: 'by_user',
    business: 'entity record_id change_type',
  },
  recovery_code: {
    staff: 'code_hash salt sealed_key',
  },
  release_note: {
    staff: 'updated_by',
    business: 'title release date category body_md audience_roles',
  },
  role_grant_fact: {
    staff: 'role granted_by reviewed_by review_note requested_by',
  },
  role_preset: {
    staff: 'name description roles required_actions updated_by',
  },
  rule_evaluation_hour: {
    business: 'decision_table key versions skipped stopped_at',
  },
  rule_hit_hour: {
    business: 'decision_table level ref tx_type currency',
  },
  rule_latency_hour: {
    business: 'decision_table',
  },
  rules_edition: {
    business: 'id versions',
  },
  ruleset: {
    staff: 'updated_by',
    business: 'decision_table',
  },
  ruleset_comment: {
    staff: 'author_id author',
    business: 'row_id',
  },
  ruleset_lint: {
    business: 'unreachable',
  },
  ruleset_number: {
    business: 'decision_table',
  },
  ruleset_test_case: {
    staff: 'created_by',
  },
  ruleset_version: {
    staff: 'editor_ids editors edited_by submitted_by approver_ids approvers',
    business: 'state inherit direction policy emergency',
  },
  saved_view: {
    business: 'page columns',
  },
  schema_migration: {
    sealed: 'hash',
    business: 'name',
  },
  scheme_decline: {
    business: 'brand',
  },
  scheme_token: {
    staff: 'updated_by',
    business:
      'title network state rollout legal_name trading_name country city address website_url mcc business_id_type business_id_value acquirer_ids debit_credit_indicator documents contact_email phone language entity_id request_id trid payment_app_id relationship_id problem_field network_result test_result',
  },
  security_key: {
    staff: 'credential_id public_key transports name',
  },
  session: {
    staff: 'token_hash ip user_agent ceremony',
  },
  settlement_batch: {
    staff: 'imported_by importer accepted_by unaccept_by unaccept_people unaccept_roles updated_by',
    business:
      'psp psp_account batch_ref file_sha256 profile settlement_currency bank_account bank_ref bank_source state',
  },
  settlement_file: {
    staff: 'uploaded_by',
    business: 'sha256 checked_for',
  },
  settlement_line: {
    staff: 'resolved_by write_off_by write_off_people updated_by',
    business:
      'origin type psp_ref_id merchant_ref gross_currency net_currency card_scheme card_usage card_category interchange_domain match_status differences expected_currency expected_fee_currency cause case_id matched_by',
  },
  settlement_profile: {
    staff: 'updated_by',
    business: 'title psp separator decimal_sign date_format columns split_columns type_words bank_account',
  },
  store_product: {
    staff: 'updated_by',
    business: 'sku name description image_id kind currency face_values countries distributor_id state',
  },
  subject_key: {
    business: 'subject',
  },
  template: {
    staff: 'updated_by',
    business: 'type template_type locale channel url params',
  },
  transaction_value: {
    business: 'name',
  },
  tx_attempt: {
    business:
      'reason action psp psp_account idempotency_key currency rule_ref outcome psp_ref_id psp_status_code psp_version scheme_token',
  },
  tx_event: {
    staff: 'actor',
    business: 'type step',
  },
  tx_event_seal: {
    sealed: 'root',
  },
  tx_event_seal_line: {
    sealed: 'hash',
  },
  tx_log: {
    business: 'direction target method',
  },
  tx_note: {
    staff: 'author_id author',
  },
  user_credential: {
    staff: 'password_hash previous_hashes',
  },
  user_psp_account: {
    staff: 'blocked_by updated_by',
    business: 'type provider_type service status verification_status',
  },
  user_totp: {
    staff: 'secret',
  },
  vault_key: {
    sealed: 'public_key sealed_private_key',
  },
  voucher: {
    staff: 'updated_by',
    sealed: 'code_hash',
    business: 'batch sku serial code_last4 value currency state reissued_as reissue_of',
  },
  voucher_batch: {
    staff: 'created_by downloaded_by released_by updated_by',
    business: 'product_id sku face_value currency state first_serial last_serial',
  },
  voucher_try: {
    sealed: 'tried_by',
  },
  webhook_endpoint: {
    staff: 'updated_by',
    sealed: 'secret former_secret',
    business: 'url events state',
  },
}
