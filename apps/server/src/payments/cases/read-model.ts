export { countByAge as countCasesByAge, countOpen as countOpenCases } from './count-store.ts'
export { assign as assignCase, take as takeCase, unassign as unassignCase } from './case-operations.ts'
export { previewOutcomes } from './preview.ts'
export { casesFor } from './waiting-cases.ts'
