import type { ChecklistItem } from '@signalbox/model/calls/merchant-checklist'
import type { Tx } from '../../kit/database.ts'
import { readinessOf, wantedTemplateCount } from './checklist-store.ts'

const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

type Readiness = Awaited<ReturnType<typeof readinessOf>>

const item = (key: string, label: string, ok: boolean, detail: string, route: string): ChecklistItem => ({
  key,
  label,
  ok,
  detail,
  route,
})

/** What has to be there before a merchant goes live, each with where it is set. */
export async function checklistOf(tx: Tx, merchantId: number): Promise<ChecklistItem[]> {
  const found = await readinessOf(tx, merchantId)
  return [...systemItems(found), ...ruleItems(found), ...peopleItems(found)]
}

/** The merchant's own system, and who moves its money. */
function systemItems(found: Readiness): ChecklistItem[] {
  return [
    item(
      'integration',
      'The merchant’s system is configured',
      found.integration !== null,
      found.integration === 'STANDARD'
        ? 'Its own system'
        : found.integration === null
          ? 'No merchant settings'
          : 'The simulated merchant answers',
      '/admin/configuration',
    ),
    item(
      'reachable',
      'The merchant’s system answers',
      found.answered === true,
      found.answered === null
        ? 'Not tested yet'
        : found.answered
          ? 'The last test succeeded'
          : 'The last test failed',
      '/admin/configuration',
    ),
    item(
      'psp-account',
      'An account at a PSP, with complete credentials',
      found.completeAccounts > 0,
      several(found.completeAccounts, 'account'),
      '/admin/configuration',
    ),
  ]
}

function ruleItems(found: Readiness): ChecklistItem[] {
  return [
    item(
      'payment-methods',
      'Rules for payment methods',
      found.methodRules > 0,
      several(found.methodRules, 'rule'),
      '/rules/payment-methods',
    ),
    item(
      'routing',
      'Rules for routing',
      found.routingRules > 0,
      several(found.routingRules, 'rule'),
      '/routing/psp-routing',
    ),
  ]
}

/** Who approves, how they sign in, and what is written to them and to users. */
function peopleItems(found: Readiness): ChecklistItem[] {
  return [
    item(
      'approvers',
      'Approvers for both levels',
      found.firstApprovers > 0 && found.secondApprovers > 0,
      `${found.firstApprovers} first, ${found.secondApprovers} second`,
      '/admin/backoffice-users',
    ),
    item(
      'second-factor',
      'A second factor for every user',
      found.withoutSecondFactor === 0,
      found.withoutSecondFactor === 0 ? 'All users have one' : `${found.withoutSecondFactor} without`,
      '/admin/backoffice-users',
    ),
    item(
      'templates',
      'Email templates',
      found.templates === wantedTemplateCount,
      `${found.templates} of ${wantedTemplateCount}`,
      '/templates/email',
    ),
  ]
}
