import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import { foundFacts } from '@signalbox/model/rules/facts-known'
import { kycFallback } from '@signalbox/model/rules/tables/kyc-fallback'
import { kycRouting } from '@signalbox/model/rules/tables/kyc-routing'
import type { KycFinding, KycOutcome } from '../../connectors/kyc-client.ts'
import type { CheckedPerson } from '../record/kyc-check-store.ts'
import type { RuleSource } from './ask-rules.ts'
import type { MachineDeps } from './machine-deps.ts'
import { askTable } from './rule-answer.ts'
import { readService } from './settings.ts'

/** As often as a payment would ask. */
export const maxTries = 4

/** Somebody who is checked without a payment. */
export interface Checked {
  readonly merchantId: number
  readonly userId: string
  /** Names the check for the provider, and the draw of rows that share. */
  readonly id: string
  readonly person: CheckedPerson
  /** What earlier checks found. */
  readonly known?: KnownFacts
}

export interface KycRoute {
  readonly provider: string
  readonly account: string | undefined
  readonly scopes: readonly string[]
}

const factsOf = ({ merchantId, userId, person, known }: Checked, now: Date): KnownFacts => ({
  ...known,
  merchantId: String(merchantId),
  userId,
  now: now.toISOString(),
  ...foundFacts({ userCountry: person.country ?? null }),
})

/** Who would check the user if they paid now. */
export async function routeOf(rules: RuleSource, checked: Checked, now: Date): Promise<KycRoute | undefined> {
  const table = await rules.effective(checked.merchantId, kycRouting.slug)
  const asked = { step: 'D5', transactionId: checked.id } as const
  const { hits } = askTable(kycRouting, table, factsOf(checked, now), asked)
  const { kycProvider: provider, kycAccount: account, scopes = [] } = hits[0]?.outputs ?? {}
  return provider ? { provider, account, scopes } : undefined
}

const findingFacts = (provider: string, finding: KycFinding | undefined): KnownFacts =>
  foundFacts({
    kycProvider: provider,
    internalKycStatus: finding?.overallStatus ?? 'VERIFICATION_EXTERNAL_FAILURE',
    kycAgeStatus: finding?.ageStatus ?? null,
    kycIdStatus: finding?.idStatus ?? null,
  })

/** Whom the fallback table names after a check that failed or decided nothing. */
async function nextRoute(
  { rules, kit }: Pick<MachineDeps, 'rules' | 'kit'>,
  checked: Checked,
  { route, finding, tries }: { route: KycRoute; finding: KycFinding | undefined; tries: number },
): Promise<KycRoute | undefined> {
  const table = await rules.effective(checked.merchantId, kycFallback.slug)
  const facts = {
    ...factsOf(checked, kit.now()),
    ...findingFacts(route.provider, finding),
    attemptNo: tries,
  }
  const { hits } = askTable(kycFallback, table, facts, { step: 'D5', transactionId: checked.id })
  const outputs = hits[0]?.outputs
  const provider = outputs?.stop ? undefined : outputs?.kycFallback
  return provider ? { provider, account: outputs?.kycAccount, scopes: route.scopes } : undefined
}

const isConclusive = ({ overallStatus }: KycFinding): boolean =>
  overallStatus === 'VERIFIED' ||
  overallStatus === 'UNDER_AGE' ||
  overallStatus === 'VERIFICATION_IN_PROGRESS'

async function ask(
  { kit, services, ...machine }: MachineDeps,
  { merchantId, userId, id, person }: Checked,
  { provider, account, scopes }: KycRoute,
  tries: number,
): Promise<KycOutcome | undefined> {
  const service = await readService(kit.db, machine, merchantId, { kind: 'KYC', provider, account })
  if (!service || service.refused) return undefined
  const { email: _notAsked, ...told } = person
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value))
  return services.kyc.check({ provider: service, idempotencyKey: `${id}-${tries}`, userId, scopes, ...known })
}

interface UserCheck {
  /** Who gave the last answer, and what it was; nobody where none answered. */
  readonly answer: { readonly route: KycRoute; readonly finding: KycFinding } | undefined
  readonly asked: readonly string[]
}

/** Asks whom routing and fallback name, one after the other, until somebody knows. Never inside of a transaction. */
export async function checkUser(machine: MachineDeps, checked: Checked, first: KycRoute): Promise<UserCheck> {
  const asked: string[] = []
  let answer: UserCheck['answer']
  let route: KycRoute | undefined = first
  for (let tries = 1; route && tries <= maxTries; tries++) {
    asked.push(route.provider)
    const outcome = await ask(machine, checked, route, tries)
    const finding = outcome?.kind === 'checked' ? outcome.finding : undefined
    if (finding) answer = { route, finding }
    if (finding && isConclusive(finding)) break
    route = await nextRoute(machine, checked, { route, finding, tries })
  }
  return { answer, asked }
}
