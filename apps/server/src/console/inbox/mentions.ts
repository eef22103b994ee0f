import { mayAccess } from '@signalbox/model/access/policy'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import type { WorkSource } from '../../kit/work-source.ts'
import { maskOfPayment } from '../../payments/transactions/read-model.ts'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { unseenInCases, unseenInNotes, unseenOnRules, type UnseenComment } from './mention-store.ts'

const onRules = ({ id, record, merchantId, author, text, at, name, decisionTable }: UnseenComment) => ({
  id,
  record,
  part: tableOfSlug(decisionTable)?.route ?? null,
  merchantId,
  title: `${author} commented on ${tableOfSlug(decisionTable)?.title ?? decisionTable}: ${name}`,
  detail: text,
  since: at,
  dueAt: null,
  urgent: false,
})

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
  const comments = (await unseenOnRules(tx, named)).filter(({ decisionTable }) => {
    const table = tableOfSlug(decisionTable)
    return table !== undefined && mayAccess(table.access.view, user)
  })
  return [...inNotes.map(itemOf('transaction')), ...inCases.map(itemOf('case')), ...comments.map(onRules)]
}
