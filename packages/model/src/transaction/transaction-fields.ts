import { detailOnlyFields, unseenFields } from './fields/detail-fields.ts'
import { chosenFields, shownFields } from './fields/list-fields.ts'

/**
 * Every field of a transaction, under the one name it has from the row to the screen. The row's type and columns, the
 * list, its export, the open payment, what is masked, erased and given to a person, what requests may carry and which
 * facts rules know of it follow from here.
 */
export const transactionDeclaration = {
  ...shownFields,
  ...chosenFields,
  ...detailOnlyFields,
  ...unseenFields,
}
