import { invalid } from '@signalbox/model/text/refusal'
import type { Change } from '../core/flow/machine.ts'
import { requireOperation, type OperationInput, type Operator } from '../core/operations/actor.ts'

export interface TagInput extends OperationInput {
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
}

const mostTags = 20

/** Words to find a payment by. Adding one it has, or taking away one it has not, is no mistake. */
export const changeTags =
  (operator: Operator, input: TagInput): Change =>
  (payment) => {
    requireOperation(payment, 'tag', operator, input)
    const { addTags = [], removeTags = [] } = input
    if (addTags.length + removeTags.length === 0)
      throw invalid({ field: 'addTags', code: 'REQUIRED', message: 'This field is required' })
    const { tx } = payment
    const added = [...new Set(addTags)].filter((tag) => !tx.tags.includes(tag))
    const removed = tx.tags.filter((tag) => removeTags.includes(tag))
    if (added.length + removed.length === 0) return undefined
    const tags = [...tx.tags.filter((tag) => !removed.includes(tag)), ...added]
    if (tags.length > mostTags)
      throw invalid({ field: 'addTags', code: 'MAX', message: `At most ${mostTags} tags` })
    tx.tags = tags
    const said = [...added.map((tag) => `+${tag}`), ...removed.map((tag) => `−${tag}`)].join(' ')
    payment.note('NOTE', `Tags changed by ${operator.name}: ${said}`)
    return undefined
  }
