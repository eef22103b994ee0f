export { bankPages } from './bank-pages.tsx'
