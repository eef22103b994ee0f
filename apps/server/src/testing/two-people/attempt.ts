import { sql } from 'kysely'
import { expect } from 'vitest'
import { mayAccess } from '@signalbox/model/access/policy'
import { mayGrant, roles, type Role } from '@signalbox/model/access/roles'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { allCalls } from '@signalbox/model/calls/index'
import { consoleBase } from '../../app.ts'
import { clientOf, type Client } from '../../kit/testing/kit-app.ts'
import { apiClient, tokenOf } from './api-clients.ts'
import {
  atFinland,
  byBackupCode,
  confirm,
  freshProofs,
  lone,
  loneRoles,
  nameOf,
  newUser,
  ok,
  outcomeOf,
  platform,
  refused,
  rolesOf,
  type Outcome,
  type Rule,
} from './cast.ts'

/* What one person may try against every rule that wants two, whatever it is about. */

export interface Request {
  readonly path: string
  readonly body: object
  readonly method?: 'PUT'
}

/** Something that takes two people, with all that came before it. */
export interface Attempt {
  readonly one: Client
  readonly other: Client
  /** By which one person begins. Nothing, where they began it by an order or a file. */
  readonly ask?: Request
  /** By which it is confirmed, as it is now. Nothing, where there is nothing yet that could be. */
  readonly confirmation: () => Promise<Request | undefined>
}

export interface TwoPersonRule {
  /** The file that compares who asked with who confirms. */
  readonly guard: string
  readonly prepare: () => Promise<Attempt>
  /** Who may confirm it, where that is not what the call says. */
  readonly deciders?: readonly Role[]
  /** Whether the call that confirms it asks for a fresh proof of identity. */
  readonly asksForProof: boolean
  /** The ways of it that come by a file, a copy or an older version; or why there are none. */
  readonly copies: readonly string[] | string
  /** Ways this rule alone has. */
  readonly ways: Rule
}

const isDone = ({ status }: { readonly status: number }): boolean => status === 200

/** A record that was changed may have a code of its own, which is no refusal. */
async function send(who: Client, { method, path, body }: Request): Promise<Outcome> {
  const answer = await (method === 'PUT' ? who.put(path, body) : who.post(path, body))
  return isDone(answer) ? ok : outcomeOf(answer)
}

/** The same request about the version that the first one makes. */
const aVersionLater = ({ body, ...request }: Request): Request => ({
  ...request,
  body: { ...body, ...('version' in body && { version: Number(body.version) + 1 }) },
})

/** Asks and confirms at the same moment; whichever comes first, one of it counts. */
async function begun(rule: TwoPersonRule): Promise<Attempt> {
  const attempt = await rule.prepare()
  const { one, ask } = attempt
  if (!ask) return attempt
  const early = await attempt.confirmation()
  const all = [ask, ...(early ? [early, aVersionLater(early)] : [])]
  const outcomes = await Promise.all(all.map((request) => send(one, request)))
  expect(outcomes.filter(isDone), JSON.stringify(outcomes)).toHaveLength(1)
  return attempt
}

const attempts = new Map<TwoPersonRule, Promise<Attempt>>()
/** One for all the ways below: as none of them succeeds, it is there for the next. */
function attemptAt(rule: TwoPersonRule): Promise<Attempt> {
  const known = attempts.get(rule) ?? begun(rule)
  attempts.set(rule, known)
  return known
}

async function confirmationOf(attempt: Attempt): Promise<Request> {
  const request = await attempt.confirmation()
  if (!request) throw new Error('There is nothing to confirm')
  return request
}

async function by(rule: TwoPersonRule, session: (one: Client) => Client | Promise<Client>): Promise<Outcome> {
  const attempt = await attemptAt(rule)
  return send(await session(attempt.one), await confirmationOf(attempt))
}

/** Of several at once none may do it; they are told alike, or that it changed meanwhile. */
async function twiceAtOnce(rule: TwoPersonRule): Promise<Outcome> {
  const attempt = await attemptAt(rule)
  const request = await confirmationOf(attempt)
  const outcomes = await Promise.all([0, 1, 2].map(() => send(attempt.one, request)))
  expect(outcomes.filter(isDone)).toEqual([])
  return by(rule, (one) => one)
}

/** An API client of one's own at the call of the console that confirms. */
async function apiSession(): Promise<Client> {
  const authorization = `Bearer ${await tokenOf(await apiClient(lone))}`
  return clientOf(platform.app, consoleBase('signalbox'), () => ({ authorization }))
}
let ownApiClient: Promise<Client> | undefined

function declaredRoles({ path }: Request): readonly Role[] {
  const asked = path.split('?')[0]?.split('/') ?? []
  const operation = operations[asked.at(-1) as OperationName] as { roles: readonly Role[] } | undefined
  if (asked[1] === 'transaction' && operation) return operation.roles
  const call = allCalls.find((each) => {
    const parts = each.path.split('/')
    return (
      each.method === 'POST' &&
      parts.length === asked.length &&
      parts.every((part, at) => part.startsWith('{') || part === asked[at])
    )
  })
  if (!call) throw new Error(`No call is declared for ${path}`)
  return roles.filter((role) => mayAccess(call.access, { roles: [role], internalUser: true }))
}

const tried = new Map<Role, Promise<Outcome>>()
/** A second account with a role: a new one, and one that is edited. Neither has it until somebody else confirms. */
async function secondAccount(role: Role): Promise<Outcome> {
  const { id, roles: given } = await newUser(['AGENT', role])
  expect(given).toEqual(['AGENT'])
  expect(await confirm(lone, id)).toEqual(refused)
  const edited = await newUser(['AGENT'])
  const body = { version: edited.version, roles: ['AGENT', role] }
  expect(outcomeOf(await lone.put(`/user/${edited.id}?${atFinland}`, body))).toEqual(ok)
  expect(await rolesOf(edited.id)).toEqual(['AGENT'])
  return confirm(lone, edited.id)
}

async function secondAccounts(rule: TwoPersonRule): Promise<Outcome> {
  const attempt = await attemptAt(rule)
  const deciders = rule.deciders ?? declaredRoles(await confirmationOf(attempt))
  expect(deciders).not.toEqual([])
  for (const role of deciders.filter((each) => mayGrant(loneRoles, each))) {
    const outcome = tried.get(role) ?? secondAccount(role)
    tried.set(role, outcome)
    expect([role, await outcome]).toEqual([role, refused])
  }
  return refused
}

/** In the order in which they are tried. */
export const everyWay: Readonly<Record<string, (rule: TwoPersonRule) => Promise<Outcome>>> = {
  'asked for and confirmed at the same moment': (rule) => by(rule, (one) => one),
  'confirmed three times at the same moment': twiceAtOnce,
  'in a session opened with an own backup code': (rule) => by(rule, byBackupCode),
  'by an own second account, new or edited': secondAccounts,
}

/** Calls of the console are for people: an API client is not let in, whatever its scopes. */
export const byOwnApiClient = (rule: TwoPersonRule): Promise<Outcome> =>
  by(rule, () => (ownApiClient ??= apiSession()))

export const notLetIn: Outcome = { status: 401, code: 'UNAUTHENTICATED' }
export const proofAsked: Outcome = { status: 401, code: 'STEP_UP' }

/** At the computer a colleague left an hour ago. What counts as theirs there is done, so this comes last. */
export async function atColleaguesComputer(rule: TwoPersonRule): Promise<Outcome> {
  const { other, ...attempt } = await attemptAt(rule)
  const request = await confirmationOf({ other, ...attempt })
  await sql`update session set authenticated_at = now() - interval '1 hour' where user_id =
    (select id from backoffice_user where username = ${nameOf(other)})`.execute(platform.db)
  const outcome = await send(other, request)
  await freshProofs()
  if (!isDone(outcome)) expect(await send(other, request)).toEqual(ok)
  return outcome
}
