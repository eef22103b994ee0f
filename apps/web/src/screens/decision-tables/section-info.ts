import type { EffectiveRulesets } from '@signalbox/model/calls/decision-table'
import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { Inheritance, RulesetVersion } from '@signalbox/model/rules/rule'
import type { RulesetContent, RulesetRevision, VersionState } from '@signalbox/model/rules/ruleset'

/** Everything loaded for one table of one merchant. */
export interface LoadedTable {
  /** Own rulesets that are in use or being prepared. */
  readonly own: readonly RulesetInFull[]
  readonly effective: EffectiveRulesets
}

/** What the screen knows of a ruleset besides its rows. */
export interface SectionInfo {
  readonly key: string
  readonly merchantId: number
  readonly inherited: boolean
  /** Null for one that is not saved yet, and for inherited ones. */
  readonly ruleset: RulesetInFull | null
  /** The content somebody started from; null when there was none. */
  readonly base: RulesetContent | null
  /** The version and revision it has. */
  readonly step: { readonly version: number; readonly revision: number } | null
  readonly state: VersionState | 'NEW'
  readonly editable: boolean
  /** Somebody saved in between; what they made of it. */
  readonly newer: RulesetInFull | null
  /** The active version these rows were merged with; null as long as nobody merged them. */
  readonly mergedWith: number | null
}

const fieldsOf = ({
  name,
  priority,
  inherit,
  enabled,
  preconditions,
  rules,
}: RulesetVersion): Omit<RulesetContent, 'note'> => ({
  name,
  priority,
  inherit,
  enabled,
  preconditions,
  rules,
})

export const contentOfRevision = (revision: RulesetRevision): RulesetContent => ({
  ...fieldsOf(revision),
  note: revision.note,
})

/** The version on the screen: the one being prepared, else the one that counts. */
export const shownRevision = ({ open, active }: RulesetInFull): RulesetRevision | null => open ?? active

/** Somebody has to confirm what is active before anything else can be. */
export const isUnconfirmed = ({ ruleset }: SectionInfo): boolean =>
  ruleset?.active?.emergency?.state === 'UNCONFIRMED'

/** Another version became active since the draft was started, so nobody can approve it before it is merged with that. */
export function isOutdated({ ruleset, editable, mergedWith }: SectionInfo): boolean {
  if (!ruleset?.open || !ruleset.active || !editable) return false
  return (mergedWith ?? ruleset.open.basedOn) !== ruleset.active.version
}

const editableStates: readonly VersionState[] = ['DRAFT', 'REJECTED', 'ACTIVE']

export function ownSection(ruleset: RulesetInFull, mayEdit: boolean): SectionInfo {
  const shown = shownRevision(ruleset)
  return {
    key: ruleset.summary.id,
    merchantId: ruleset.summary.merchantId,
    inherited: false,
    ruleset,
    base: shown && contentOfRevision(shown),
    step: shown && { version: shown.version, revision: shown.revision },
    state: shown?.state ?? 'ARCHIVED',
    editable: mayEdit && shown !== null && editableStates.includes(shown.state) && !shown.archives,
    newer: null,
    mergedWith: null,
  }
}

type EffectiveRuleset = EffectiveRulesets['rulesets'][number]

const inheritedSection = (version: EffectiveRuleset): SectionInfo => ({
  key: version.rulesetId,
  merchantId: version.merchantId,
  inherited: true,
  ruleset: null,
  base: { ...fieldsOf(version), note: '' },
  step: { version: version.version, revision: 0 },
  state: 'ACTIVE',
  editable: false,
  newer: null,
  mergedWith: null,
})

export const newSection = (key: string, merchantId: number): SectionInfo => ({
  key,
  merchantId,
  inherited: false,
  ruleset: null,
  base: null,
  step: null,
  state: 'NEW',
  editable: true,
  newer: null,
  mergedWith: null,
})

const isInsisting = ({ inherit }: { readonly inherit: Inheritance }): boolean => inherit === 'ENFORCED'

/** In the order in which they have their say: what ancestors insist on, the merchant's own, what may be overridden. */
export function sectionsOf({ own, effective }: LoadedTable, mayEdit: boolean): readonly SectionInfo[] {
  const inherited = effective.rulesets.filter((version) => version.inherited)
  const mine = own
    .filter((ruleset) => shownRevision(ruleset) !== null)
    .toSorted(({ summary: a }, { summary: b }) => a.priority - b.priority || a.no - b.no)
  return [
    ...inherited.filter(isInsisting).map(inheritedSection),
    ...mine.map((ruleset) => ownSection(ruleset, mayEdit)),
    ...inherited.filter((version) => !isInsisting(version)).map(inheritedSection),
  ]
}
