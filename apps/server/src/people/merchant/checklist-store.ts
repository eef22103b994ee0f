import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { integrationTested } from './test-integration.ts'

/** What a merchant needs before it takes real payments, as far as the database knows. */
export interface Readiness {
  readonly integration: string | null
  /** Of the last time somebody asked; null when nobody has. */
  readonly answered: boolean | null
  readonly completeAccounts: number
  readonly methodRules: number
  readonly routingRules: number
  readonly firstApprovers: number
  readonly secondApprovers: number
  readonly withoutSecondFactor: number
  readonly templates: number
}

const wantedTemplates = ['PasswordReset', 'Welcome', 'WithdrawalApproved']
export const wantedTemplateCount = wantedTemplates.length

export async function readinessOf(tx: Tx, merchantId: number): Promise<Readiness> {
  const rulesOf = (table: string) => sql`
    (select coalesce(sum(v.enabled_rule_count), 0)::integer from ruleset r
     join ruleset_version v on v.merchant_id = r.merchant_id and v.ruleset_id = r.id and v.version = r.active_version
     where r.merchant_id in (select id from chain) and r.decision_table = ${table} and v.enabled)`
  const staffWith = (role: string) => sql`(select count(*)::integer from staff where ${role} = any(roles))`
  const { rows } = await sql<Readiness>`
    with chain as (
      select above.id, above.level from merchant m join merchant above on m.path like above.path || '%'
      where m.id = ${merchantId}
    ), nearest as (
      select distinct on (c.type, c.provider) c.type, c.enabled, c.document, c.missing from config c
      join chain on chain.id = c.merchant_id order by c.type, c.provider, chain.level desc
    ), staff as (
      select u.roles, u.two_factor, coalesce(k.demo, false) as demo from backoffice_user u
      join merchant home on home.id = u.merchant_id
      join merchant asked on asked.id = ${merchantId}
      left join user_credential k on k.user_id = u.id
      where u.state = 'ACTIVE' and case when cardinality(u.merchants) = 0 then asked.path like home.path || '%'
        else exists (select 1 from merchant s where s.id = any(u.merchants) and asked.path like s.path || '%') end
    )
    select
      (select coalesce(document ->> 'integration.mode', 'MOCK') from nearest
        where type = 'MerchantConfig' and enabled limit 1) as integration,
      (select count(*)::integer from nearest, jsonb_each(document -> 'accounts') account
        where type = 'ProviderConfig' and enabled and cardinality(missing) = 0
          and (account.value -> 'enabled') is distinct from 'false'::jsonb) as complete_accounts,
      (select (after ->> 'ok')::boolean from audit_entry
        where entity_type = 'merchant' and entity_id = ${String(merchantId)} and action = ${integrationTested}
        order by at desc, seq desc limit 1) as answered,
      ${rulesOf('payment-methods')} as method_rules,
      ${rulesOf('psp-routing')} as routing_rules,
      ${staffWith('FIRST_APPROVER')} as first_approvers,
      ${staffWith('SECOND_APPROVER')} as second_approvers,
      (select count(*)::integer from staff where cardinality(two_factor) = 0 and not demo) as without_second_factor,
      (select count(distinct template_type)::integer from template
        where merchant_id in (select id from chain) and type = 'email'
          and template_type = any(${wantedTemplates}::text[])) as templates`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A query without conditions gave no row')
  return row
}
