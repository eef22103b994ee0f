import type { UnitOfWork } from '../../kit/unit-of-work.ts'

/** The unit of work of a step on a ruleset, and the person who takes it. */
export interface RulesetWork extends Pick<UnitOfWork, 'tx' | 'now' | 'newId' | 'audit' | 'emit'> {
  readonly user: { readonly id: string; readonly username: string }
}
