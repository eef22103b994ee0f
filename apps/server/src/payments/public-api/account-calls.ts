import * as z from 'zod/mini'
import { defaultBlockReasons } from '@signalbox/model/reference/block-reasons'
import { intParam } from '@signalbox/model/field/endpoint'
import { verificationStatuses } from '@signalbox/model/entities/user-psp-account'
import { userAccountAnswerSchema } from '@signalbox/model/payments/user-account-answer'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { AuditActor } from '../../kit/audit.ts'
import { parse } from '../../kit/parse.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { publicCall, type PublicCall, type PublicWork } from './public-call.ts'
import { findBelow, listOfUser } from '../core/accounts/account-store.ts'
import type { UserAccount } from '../core/accounts/account-types.ts'
import { accountAnswer } from '../core/accounts/account-answer.ts'
import { changeAccount } from '../accounts/change-account.ts'
import { forgetTokens } from '../accounts/forget-tokens.ts'
import { holdJob } from '../accounts/hold-task.ts'
import { tellOfBlock } from '../core/accounts/tell-of-block.ts'

const names = <T extends object>(options: T) => Object.keys(options) as [Extract<keyof T, string>]

const one = { status: 200, schema: userAccountAnswerSchema }
const idParams = z.object({ id: z.uuid() })

const bodies = {
  status: z.strictObject({ status: z.enum(['ACTIVE', 'INACTIVE']) }),
  block: z.strictObject({ reason: z.enum(names(defaultBlockReasons)) }),
  visible: z.strictObject({ visible: z.boolean() }),
  verification: z.strictObject({ status: z.enum(names(verificationStatuses)) }),
}
type What = keyof typeof bodies

const unblocked = { blockReason: null, blockedBy: null, blockedAt: null }

type Change = Parameters<typeof changeAccount>[2]

/** What a request asks for. A block that reaches further than the account is for people of that merchant to lift. */
function changeOf(what: What, body: unknown, { now }: UnitOfWork, by: string): Change {
  switch (what) {
    case 'status': {
      const { status } = parse(bodies.status, body)
      return {
        action: status === 'ACTIVE' ? 'ACTIVATE' : 'INACTIVATE',
        values: status === 'ACTIVE' ? { status, ...unblocked } : { status },
        refusal: (account) => {
          if (account.blockScopeMid !== null) return 'The account is blocked at a merchant above.'
          return account.status === 'BLOCKED' && status === 'INACTIVE' ? 'The account is blocked.' : undefined
        },
      }
    }
    case 'block':
      return {
        action: 'BLOCK',
        values: {
          status: 'BLOCKED',
          blockReason: parse(bodies.block, body).reason,
          blockedBy: by,
          blockedAt: now,
        },
        refusal: ({ status }) => (status === 'BLOCKED' ? 'The account is already blocked.' : undefined),
      }
    case 'visible': {
      const { visible } = parse(bodies.visible, body)
      return { action: visible ? 'SHOW' : 'HIDE', values: { visible }, refusal: () => undefined }
    }
    case 'verification': {
      const { status } = parse(bodies.verification, body)
      return { action: 'VERIFICATION', values: { verificationStatus: status }, refusal: () => undefined }
    }
  }
}

const deletion: Change = {
  action: 'DELETE',
  values: { status: 'DELETED', visible: false },
  refusal: ({ status }) => (status === 'DELETED' ? 'The account is already deleted.' : undefined),
}

interface AccountCallDeps {
  readonly kit: KitDeps
  readonly actorOf: (work: PublicWork) => AuditActor
  readonly requireMerchant: (work: PublicWork, merchantId: number) => Promise<void>
}

/** One account of a user, read and changed. */
function accountWork({ kit, actorOf }: AccountCallDeps) {
  const find = async ({ caller }: PublicWork, id: string): Promise<UserAccount> => {
    const account = await findBelow(kit.db, caller.merchantId, id)
    if (!account) throw new Refusal('NOT_FOUND')
    return account
  }

  const change = async (work: PublicWork, id: string, make: (unit: UnitOfWork, by: string) => Change) => {
    const { merchantId, accountHash } = await find(work, id)
    const by = work.caller.clientId
    await perform(kit, actorOf(work), async (unit) => {
      const made = make(unit, by)
      const after = await changeAccount(unit, { merchantId, id, by }, made)
      if (made.action === 'DELETE') await forgetTokens(unit, { merchantId, id })
      if (made.action !== 'BLOCK') return
      const reason = after.blockReason ?? ''
      unit.enqueue(holdJob({ merchantId, accountHash, accountId: id, reason, by }))
      await tellOfBlock(unit, { merchantId, id }, reason)
    })
    return accountAnswer(await find(work, id))
  }

  return { find, change }
}

/** The accounts of users, for the merchant's own systems. */
export function accountCalls(deps: AccountCallDeps): PublicCall[] {
  const { kit, requireMerchant } = deps
  const { find, change } = accountWork(deps)
  return [
    publicCall({
      method: 'GET',
      path: '/accounts',
      summary: 'Accounts of a user, most recently used first; deleted ones are not included',
      scope: 'accounts:read',
      query: z.strictObject({
        merchantId: intParam(1, 999_999_999),
        userId: z.string().check(z.minLength(1), z.maxLength(50)),
      }),
      answer: {
        status: 200,
        schema: z.object({ items: z.array(userAccountAnswerSchema) }),
      },
      run: async (work) => {
        const { merchantId, userId } = work.query
        await requireMerchant(work as PublicWork, merchantId)
        return { items: (await listOfUser(kit.db, merchantId, userId)).map(accountAnswer) }
      },
    }),
    publicCall({
      method: 'GET',
      path: '/accounts/{id}',
      summary: 'One account of a user',
      scope: 'accounts:read',
      params: idParams,
      answer: one,
      run: async (work) => accountAnswer(await find(work as PublicWork, work.params.id)),
    }),
    publicCall({
      method: 'DELETE',
      path: '/accounts/{id}',
      summary: 'Deletes an account; the user must enter it again',
      scope: 'accounts:write',
      params: idParams,
      answer: one,
      run: (work) => change(work as PublicWork, work.params.id, () => deletion),
    }),
    publicCall({
      method: 'PUT',
      path: '/accounts/{id}/{what}',
      summary: 'Changes the status, a block, whether cashiers offer it, or its verification',
      scope: 'accounts:write',
      params: z.object({ id: z.uuid(), what: z.enum(names(bodies)) }),
      body: z.record(z.string(), z.unknown()),
      answer: one,
      example: { body: { reason: 'customer-request' } },
      run: (work) => {
        const { id, what } = work.params
        if (Object.keys(work.body).length === 0)
          throw invalid({ field: what, code: 'REQUIRED', message: 'This field is required' })
        return change(work as PublicWork, id, (unit, by) => changeOf(what, work.body, unit, by))
      },
    }),
  ]
}
