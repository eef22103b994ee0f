import type { UnitOfWork } from '../../kit/unit-of-work.ts'

/** What a step on a ruleset is done with: a transaction, and the person who takes it. */
export interface RulesetWork extends Pick<UnitOfWork, 'tx' | 'now' | 'newId' | 'audit' | 'emit'> {
  readonly user: { readonly id: string; readonly username: string }
}
