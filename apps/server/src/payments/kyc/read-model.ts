export { countKycWork } from './count-store.ts'
