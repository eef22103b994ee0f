import { mayAccess } from '@signalbox/model/access/policy'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import type { WorkSource } from '../../kit/work-source.ts'
import { maskOfPayment } from '../../payments/transactions/read-model.ts'
import { unseenInCases, unseenInNotes } from './mention-store.ts'

/** Notes and comments that name the person, until they have read them. */
export const mentions: WorkSource = async ({ tx, user, merchants, now }) => {
  const named = { user, merchants, now }
  const inNotes = mayAccess(['transactions.view', 'approve.view'], user) ? await unseenInNotes(tx, named) : []
  const inCases = mayAccess('investigate.view', user) ? await unseenInCases(tx, named) : []
  const hidden = await hiddenFrom({ tx, user }, merchants)
  const itemOf =
    (part: 'transaction' | 'case') =>
    ({ id, record, merchantId, author, text, at, ...person }: (typeof inNotes)[number]) => ({
      id,
      record,
      part,
      merchantId,
      title: `${author} mentioned you ${part === 'case' ? 'in a case' : `on transaction ${record}`}`,
      detail: hidden.has(merchantId) ? maskOfPayment(person)(text) : text,
      since: at,
      dueAt: null,
      urgent: false,
    })
  return [...inNotes.map(itemOf('transaction')), ...inCases.map(itemOf('case'))]
}
