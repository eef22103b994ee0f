import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { alertOpening } from './alert-opening.ts'
import { joined, words } from './lists.ts'
import { paymentsModifiers, paymentsNoun } from './payments-subject.ts'
import { clausesOf, type Unsaid } from './unsaid.ts'
import { taxedModifiers, taxedNoun } from './vat-subject.ts'

interface Subject {
  readonly noun: (unsaid: Unsaid) => string
  readonly modifiers: (unsaid: Unsaid) => string
  readonly every: string
}

const payments: Subject = { noun: paymentsNoun, modifiers: paymentsModifiers, every: 'payment' }
const taxed: Subject = { noun: taxedNoun, modifiers: taxedModifiers, every: 'taxed item' }

/** The beginning of a sentence, and how the rest of it refers to what it is about. */
export interface Opening {
  readonly text: string
  readonly them: string
}

/** `For deposits by VIP users when the KYC status is Verified`; `When …` where no payment is described. */
function openingOf({ noun, modifiers, every }: Subject, unsaid: Unsaid): Opening {
  const conditions = unsaid.rest().length
  if (conditions === 0) return { text: `For every ${every}`, them: 'it' }
  const subject = noun(unsaid)
  const described = words(subject, modifiers(unsaid))
  const clauses = clausesOf(unsaid)
  if (clauses.length === conditions) return { text: `When ${joined(clauses, 'and')}`, them: `the ${every}` }
  const when = clauses.length > 0 && `when ${joined(clauses, 'and')}`
  return { text: words('For', described, when), them: 'them' }
}

const special: Readonly<Record<string, (unsaid: Unsaid) => Opening>> = {
  alerts: (unsaid) => ({ text: alertOpening(unsaid), them: 'them' }),
  vat: (unsaid) => openingOf(taxed, unsaid),
}

/** The part of the sentence before its comma. */
export const openingFor = (table: DecisionTable, unsaid: Unsaid): Opening =>
  special[table.slug]?.(unsaid) ?? openingOf(payments, unsaid)
