export { webhookTrouble } from './trouble-store.ts'
