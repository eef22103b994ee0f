export { checkCubesJob } from './check-cubes.ts'
export { figuresAreDue, keepCubesJob, rebuildAll } from './keep-cubes.ts'
export { noteBulk } from './state-store.ts'
export { watchApprovalJob } from './watch-approval.ts'
