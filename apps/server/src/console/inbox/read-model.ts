/** What other features may ask of the inbox. */
export { readInbox } from './inbox.ts'
