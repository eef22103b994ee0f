export { addressAllowed } from './cidr.ts'
