export { countByAge as countCasesByAge, countOpen as countOpenCases } from './store.ts'
