export { countOpen as countOpenCases } from './store.ts'
