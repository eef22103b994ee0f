/** What the rules hub shows of a ruleset: the same parts as in the editor of its table. */
export { ActiveFromField, useActiveFrom } from './active-from-field.tsx'
export { AssessmentNote } from './assessment-note.tsx'
export { NoteField, noteProblem, reasonProblem } from './note-field.tsx'
export { RulesetChangesView } from './ruleset-changes.tsx'
export { contentOfRevision } from './section-info.ts'
export { inheritWords, policyWords, savedNotSent } from './table-words.ts'
export { namesFrom, useExplainer } from './use-explainer.ts'
export { rulesetsKey, useCatalogue, useCellLanguage } from './use-loaded-table.ts'
