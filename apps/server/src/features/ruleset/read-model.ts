/** What the rest of the platform decides by. */
export { RuleBook } from './rule-book.ts'
export { rulesNaming, type NamingRule } from './rules-naming.ts'
