/** What the rest of the platform decides by. */
export { RuleBook } from './rule-book.ts'
