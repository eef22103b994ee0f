import { allPeople, type People } from '@signalbox/model/access/people'
import type { StepState } from './step-state.ts'

/** Who asked to open a finished payment again, which somebody else confirms. */
export const reopenAskers = (asked: StepState['reopenAskedBy'] | null): People =>
  asked ? allPeople(asked.id, asked.name, ...(asked.people ?? [])) : []
