import type { CaseType } from '@signalbox/model/investigation/case'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '../kit/audit.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'
import { openCase } from '../payments/core/cases/cases.ts'
import { insertCallback } from '../payments/core/record/callback-store.ts'
import { findTransaction } from '../payments/core/record/transaction-store.ts'
import type { Transaction } from '../payments/core/record/transaction.ts'

interface CaseExampleDeps {
  readonly who: () => Client
  readonly deps: () => KitDeps
  /** A stored payment, with this status where one is named. */
  readonly newTransaction: (statusNo?: number) => Promise<{ id: number; version: number }>
}

const merchantId = 100010001
const at = `merchantId=${merchantId}`

/** Cases to try calls on, and how they are called. */
function caseMaker({ who, deps, newTransaction }: CaseExampleDeps) {
  const opened = async (type: CaseType, about: { txId: number | null; callbackId?: string }) => {
    const found = { merchantId, type, severity: 'LOW', cause: 'coverage', ...about } as const
    const { value } = await perform(deps(), systemActor, (unit) => openCase(unit, found))
    return value
  }
  const onPayment = async (type: CaseType = 'MANUAL', statusNo?: number) => {
    const { id: txId } = await newTransaction(statusNo)
    return { txId, ...(await opened(type, { txId })) }
  }
  /** A message about a payment that was sent to a PSP: under a name nobody knows, or known and not applied. */
  const onCallback = async (
    type: 'UNKNOWN_CALLBACK' | 'CALLBACK_FAILED' = 'UNKNOWN_CALLBACK',
    said: (about: Transaction | undefined) => object = () => ({ subject: 'payment', amount: null }),
  ) => {
    const { id: txId } = await newTransaction(0)
    const about = { txId: type === 'CALLBACK_FAILED' ? txId : null }
    const row = await findTransaction(deps().db, merchantId, txId)
    const id = deps().newId()
    await perform(deps(), systemActor, (unit) =>
      insertCallback(unit.tx, {
        merchantId,
        id,
        psp: row?.psp ?? '',
        pspAccount: 'default',
        dedupeKey: id,
        receivedAt: unit.now,
        sourceIp: '127.0.0.1',
        signatureOk: true,
        ...about,
        reading: {
          kind: 'read',
          reference: 'nobody',
          statusNo: StatusNo.SUCCESS,
          pspRefId: '',
          ...said(row),
        },
        body: '{}',
        outcome: type === 'CALLBACK_FAILED' ? 'FAILED' : 'UNKNOWN',
        note: null,
      }),
    )
    return { txId, ...(await opened(type, { ...about, callbackId: id })) }
  }
  const post = (id: string, action: string, body: object) => who().post(`/case/${id}/${action}?${at}`, body)
  const on =
    (action: string, body: object = {}, make: () => Promise<{ id: string; version: number }> = onPayment) =>
    async () => {
      const { id, version } = await make()
      return post(id, action, { version, ...body })
    }
  return { onPayment, onCallback, post, on }
}

type Examples = Record<string, () => Promise<Answer>>

/** One successful use of every call about cases that changes something. */
export function caseExamples(given: CaseExampleDeps): Examples {
  const make = caseMaker(given)
  return { ...workExamples(given, make), ...decisionExamples(make) }
}

type CaseMaker = ReturnType<typeof caseMaker>

/** Who looks into a case, what is said about it and when it is over. */
function workExamples(
  { who, newTransaction }: CaseExampleDeps,
  { onPayment, post, on }: CaseMaker,
): Examples {
  const me = async (): Promise<string> => {
    const { people } = (await who().get(`/case/options?${at}`)).body as { people: { id: string }[] }
    return people[0]?.id ?? ''
  }
  const closing = { resolution: 'NO_ACTION', text: 'coverage' }
  return {
    'POST /case': async () => {
      const { id: txId } = await newTransaction()
      return who().post(`/case?${at}`, { txId, text: 'coverage' })
    },
    'POST /case/bulk': async () => {
      const { id, version } = await onPayment()
      return who().post(`/case/bulk?${at}`, { operation: 'take', ids: [{ id, version }] })
    },
    'POST /case/{id}/take': on('take'),
    'POST /case/{id}/assign': async () => on('assign', { assigneeId: await me() })(),
    'POST /case/{id}/unassign': on('unassign', {}, async () => {
      const { id, version } = await onPayment()
      return (await post(id, 'take', { version })).body
    }),
    'POST /case/{id}/wait': on('wait', { for: 'PSP' }),
    'POST /case/{id}/comment': async () => post((await onPayment()).id, 'comment', { text: 'coverage' }),
    'POST /case/{id}/file': async () =>
      post((await onPayment()).id, 'file', { name: 'coverage.csv', content: btoa('a,b\n1,2\n') }),
    'POST /case/{id}/close': on('close', closing),
    'POST /case/{id}/reopen': on('reopen', { text: 'coverage' }, async () => {
      const { id, version } = await onPayment()
      return (await post(id, 'close', { version, ...closing })).body
    }),
  }
}

/** What a case decides about its payment or callback. */
function decisionExamples({ onPayment, onCallback, post, on }: CaseMaker): Examples {
  return {
    'POST /case/{id}/resolve': async () => {
      const { id, version } = await onPayment('INCONSISTENT', StatusNo.ERR_READ_TIMEOUT)
      const shown = { evidence: 'coverage', reference: 'coverage', tagId: 'evidence' }
      return post(id, 'resolve', {
        version,
        txStatusNo: StatusNo.ERR_READ_TIMEOUT,
        outcome: 'FAILED',
        ...shown,
      })
    },
    'POST /case/{id}/attach': async () => {
      const { id, version, txId } = await onCallback()
      return post(id, 'attach', { version, txId, text: 'coverage' })
    },
    'POST /case/{id}/apply': on('apply', { text: 'coverage' }, () => onCallback('CALLBACK_FAILED')),
    'POST /case/{id}/book': on('book', { text: 'coverage' }, () =>
      onCallback('CALLBACK_FAILED', (row) => ({
        subject: 'reversal',
        amount: ['99999999999', row?.pspCurrency ?? row?.currency],
      })),
    ),
    'POST /case/{id}/dismiss': on('dismiss', { text: 'coverage' }, onCallback),
  }
}
