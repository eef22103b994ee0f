import { allPeople, type People } from '@signalbox/model/access/people'
import type { AskedBy } from './step-state.ts'

/** Who asked for what somebody else confirms: to open a finished payment again, or that it counts as successful. */
export const askersOf = (asked: AskedBy | null | undefined): People =>
  asked ? allPeople(asked.id, asked.name, ...(asked.people ?? [])) : []
