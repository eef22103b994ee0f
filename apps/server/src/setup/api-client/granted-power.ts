import { apiScopes, type ApiScope } from '@signalbox/model/entities/api-client'
import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import type { GrantRules } from '../../kit/grant-rules.ts'
import type { Work } from '../../kit/handle.ts'
import { asksForSecondPerson } from '../../people/settings/read-model.ts'
import { peopleBehindClients } from './client-people-store.ts'
import type { ApiClientRecord } from './client-record.ts'

/** With it a client approves payments. */
const approves: ApiScope = 'payments:operate'

export const clientGrants = (production: boolean): GrantRules<ApiClientRecord> => ({
  isAsked: (work, record) =>
    asksForSecondPerson(work.tx, production, [record?.merchantId ?? work.scope.selected]),
  ofChange: (_work, current, values) => {
    const scopes = (values.scopes ?? current?.scopes ?? []) as ApiScope[]
    if (!scopes.includes(approves) || current?.scopes.includes(approves)) return Promise.resolve(undefined)
    return Promise.resolve({
      now: { scopes: scopes.filter((scope) => scope !== approves) },
      later: { scopes },
      summary: `Grant ${approves} (${apiScopes[approves]})`,
    })
  },
  // What it may do, and who signs for it.
  basis: (_work, { scopes, signingKeyPublic, state }) => ({
    scopes: scopes.toSorted(),
    signingKeyPublic,
    state,
  }),
  // Whoever can act through the client is given what it is given.
  beneficiaries: async (work, { id }) => (await peopleBehindClients(work.tx, [id])).get(id)?.people ?? [],
})

const approvesBoth = (roles: readonly Role[]): boolean =>
  roles.includes('ADMIN_APPROVER') || (roles.includes('FIRST_APPROVER') && roles.includes('SECOND_APPROVER'))

/**
 * A secret or key of a client that approves makes whoever enters it an approver, so nobody gives themselves one: it is for
 * those who hold the client already, whom a second person has confirmed, and for approvers.
 */
export async function refuseNewHolder(
  work: Work,
  client: Pick<ApiClientRecord, 'id' | 'merchantId' | 'scopes'>,
  production: boolean,
): Promise<void> {
  if (!client.scopes.includes(approves) || approvesBoth(work.user.roles)) return
  if (!(await asksForSecondPerson(work.tx, production, [client.merchantId]))) return
  const behind = (await peopleBehindClients(work.tx, [client.id])).get(client.id)?.people ?? []
  if (isSamePerson(peopleOf(work.user), behind)) return
  throw new Refusal('NOT_GRANTABLE', {
    message:
      'This client approves payments. Only its current holders and approvers of both levels can give it a secret or key.',
  })
}
