export { newsFor } from './store.ts'
