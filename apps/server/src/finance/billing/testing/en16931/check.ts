import { readDocument, type Rule } from './document.ts'
import { codeRules } from './rules-codes.ts'
import { countryRules } from './rules-countries.ts'
import { documentRules } from './rules-document.ts'
import { peppolRules } from './rules-peppol.ts'
import { vatRules } from './rules-vat.ts'
import { sequenceRules } from './sequence.ts'

/*
 * The published rules of EN 16931 (its Schematron for UBL, release 1.3) and of Peppol BIS Billing 3.0 that an invoice of
 * ours can break, read from the XML alone. It shares nothing with what writes the XML, and counts in exact decimals. Where
 * a document has something the rules here do not look at, that is found as well: UBL-XSD-ORDER knows no other elements.
 */

const rules: readonly Rule[] = [
  ...sequenceRules,
  ...documentRules,
  ...vatRules,
  ...codeRules,
  ...peppolRules,
  ...countryRules,
]

/** The names of all rules that are looked at. */
export const ruleNames: readonly string[] = [...new Set(rules.map(({ id }) => id))]

/** Names of the rules that are broken. */
export function brokenRules(xml: string): readonly string[] {
  const doc = readDocument(xml)
  return [...new Set(rules.filter(({ holds }) => !holds(doc)).map(({ id }) => id))]
}
