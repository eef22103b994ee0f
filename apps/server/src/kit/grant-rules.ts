import type { People } from '@signalbox/model/access/people'
import type { Permission } from '@signalbox/model/access/policy'
import type { Work } from './handle.ts'

type Input = Record<string, unknown>

/** A change taken apart: what is done at once, and what gives power and waits. */
export interface Withheld {
  readonly now: Input
  readonly later: Input
  /** What waits, in words. */
  readonly summary: string
}

/** What of an entity's changes gives somebody approval power or a new way in. */
export interface GrantRules<R> {
  /** Whether a second person is asked for, for a record of these values. */
  isAsked(work: Work, record: R | null, values: Input): Promise<boolean>
  ofChange?(work: Work, current: R | null, values: Input): Promise<Withheld | undefined>
  /** What the operation does, in words, where it waits. */
  ofOperation?(name: string, current: R): string | undefined
  /** What waits, as the change it is to the record as it is by now. */
  applied?(current: R, later: Input): Input
  /**
   * What of the record decides about the request: when any of it has changed, another change would be confirmed than was
   * asked for. Whatever else happens to the record leaves the request alone.
   */
  basis(work: Work, record: R, later: Input): Input | Promise<Input>
  /** What is confirmed and is neither an edit nor an operation of the kit, by the name it was asked under. */
  readonly others?: Readonly<Record<string, (work: Work, current: R, later: Input) => Promise<void>>>
  /** Who may confirm what is in `others`; edits and operations say it themselves. */
  readonly othersAccess?: Permission
  /** Whom it would give power, who therefore cannot confirm it. */
  beneficiaries(work: Pick<Work, 'tx'>, record: R, later: Input): Promise<People>
}
