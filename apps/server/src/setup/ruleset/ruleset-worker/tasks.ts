import { checkContent } from './check-content.ts'
import { compareContents } from './compare-contents.ts'
import { compareTables } from './compare-tables.ts'
import { editContent } from './edit-content.ts'
import { findUnfit, lintContent } from './find-unfit.ts'
import { importRows } from './import-rows.ts'
import { indexVersion } from './index-version.ts'
import { writeRows } from './write-rows.ts'

/** Work on whole rulesets. With ten thousand rows each of these takes long enough to be felt by everybody else. */
const tasks = {
  check: checkContent,
  compare: compareContents,
  direction: compareTables,
  edit: editContent,
  import: importRows,
  index: indexVersion,
  lint: lintContent,
  unfit: findUnfit,
  write: writeRows,
} as const

export type TaskName = keyof typeof tasks
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0]
export type TaskOutput<Name extends TaskName> = ReturnType<(typeof tasks)[Name]>

export const runTask = <Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskOutput<Name> =>
  (tasks[name] as (input: TaskInput<Name>) => TaskOutput<Name>)(input)

export interface TaskRequest {
  readonly id: number
  readonly name: TaskName
  readonly input: unknown
}

export type TaskAnswer =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly error: string }
