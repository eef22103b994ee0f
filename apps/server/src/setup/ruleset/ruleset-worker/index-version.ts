import { indexRuleset, type RulesetIndex } from '@signalbox/engine/compile-ruleset'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { RulesetVersion } from '@signalbox/model/rules/rule'
import { storedContent, tableNamed } from './draft.ts'

type VersionIdentity = Pick<RulesetVersion, 'rulesetId' | 'merchantId' | 'table' | 'no' | 'version'>

export interface VersionToIndex {
  readonly identity: VersionIdentity
  /** As JSON. */
  readonly content: string
}

export const versionOf = ({ identity, content }: VersionToIndex): RulesetVersion => {
  const { name, priority, inherit, enabled, preconditions, rules } = storedContent(content)
  return { ...identity, name, priority, inherit, enabled, preconditions, rules }
}

/** All that takes time about a version before payments can be decided with it. */
export const indexVersion = (input: VersionToIndex): RulesetIndex =>
  indexRuleset(tableNamed(input.identity.table), versionOf(input), platformVocabulary)
