import { Refusal } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetChanges, RulesetContent } from '@signalbox/model/rules/ruleset'
import type { Desk } from './desk.ts'
import { manyRules, seenBase, seenOpen, textOf, wrongState, type Held, type Step } from './held.ts'
import { countsOf, draftRow, writtenColumns, type Written } from './draft-row.ts'
import { noteStep } from './notes.ts'
import { refuseLines, refuseWrong } from './refuse-problems.ts'
import type { RulesetKey, RulesetRow } from './ruleset-tables.ts'
import {
  allowLongWork,
  findVersion,
  insertRulesets,
  insertVersions,
  removeRuleset,
  removeVersion,
  takeNumber,
  updateVersion,
} from './store.ts'
import { touch } from './touch.ts'
import type { ChangeSummary } from '@signalbox/model/rules/change-summary'
import { storedContent } from './workshop/draft.ts'
import type { Workshop } from './workshop/workshop.ts'

export interface NewRuleset {
  readonly merchantId: number
  readonly table: DecisionTable
  readonly content: RulesetContent
  readonly changeNote: string
}

export interface RowsFile {
  readonly format: 'csv' | 'json'
  readonly content: string
  readonly mode: 'append' | 'replace'
  readonly changeNote: string
}

interface DraftNote {
  readonly action: string
  readonly changeNote: string
  readonly summary: ChangeSummary | null
}

const union = (list: readonly string[], item: string): string[] => [...new Set([...list, item])]

/** Drafts: how rulesets begin and change before anybody is asked to approve them. */
export class Rulesets {
  readonly #workshop: Workshop

  constructor(workshop: Workshop) {
    this.#workshop = workshop
  }

  async create(
    desk: Desk,
    { merchantId, table, content, changeNote }: NewRuleset,
    action = 'CREATE',
  ): Promise<RulesetKey> {
    if (content.rules.length > manyRules) await allowLongWork(desk.tx)
    const draft = await this.#workshop.run('check', { table: table.slug, content: JSON.stringify(content) })
    refuseWrong(table, draft.problems)
    const ruleset: RulesetRow = {
      merchantId,
      id: desk.newId(),
      decisionTable: table.slug,
      no: await takeNumber(desk.tx, merchantId, table.slug),
      activeVersion: null,
      shownVersion: 1,
      archived: false,
      lastVersion: 1,
      lastRevision: 1,
      createdAt: desk.now.toISOString(),
      updatedAt: desk.now.toISOString(),
      updatedBy: desk.user.username,
    }
    const version = { ...writtenColumns(draft), ...this.#edited(desk, [], []), changeNote }
    await insertRulesets(desk.tx, [ruleset])
    await insertVersions(desk.tx, [draftRow(ruleset, version)])
    noteStep(desk, ruleset, {
      action,
      changeType: 'CREATE',
      note: changeNote,
      after: { version: 1, revision: 1, state: 'DRAFT', ...draft.fields, ruleCount: draft.ruleCount },
    })
    return ruleset
  }

  async save(
    desk: Desk,
    held: Held,
    step: Step & { readonly changes: RulesetChanges; readonly changeNote: string },
  ): Promise<void> {
    const base = seenBase(held, step)
    const edited = await this.#workshop.run('edit', {
      table: held.table.slug,
      base: textOf(base),
      changes: step.changes,
    })
    refuseWrong(held.table, edited.problems)
    const { summary } = edited
    await this.#write(desk, held, edited, { action: 'SAVE', changeNote: step.changeNote, summary })
  }

  async importRows(desk: Desk, held: Held, step: Step & RowsFile): Promise<void> {
    const base = seenBase(held, step)
    const imported = await this.#workshop.run('import', {
      table: held.table.slug,
      base: textOf(base),
      format: step.format,
      file: step.content,
      mode: step.mode,
      newId: desk.newId(),
    })
    refuseLines(held.table, imported.lineProblems)
    const { summary } = imported
    await this.#write(desk, held, imported, { action: 'IMPORT', changeNote: step.changeNote, summary })
  }

  /** A draft with the rows of an earlier version, byte by byte. */
  async restore(desk: Desk, held: Held, earlier: number, note: string): Promise<void> {
    if (held.open) throw wrongState(held, 'There is an open version. Discard it before restoring another.')
    const source = await findVersion(desk.tx, held.ruleset, earlier)
    if (!source) throw new Refusal('NOT_FOUND')
    const { name, note: about, priority, inherit, enabled, preconditions, rules } = source
    const written: Written = {
      fields: { name, note: about, priority, inherit, enabled, preconditions },
      rules,
      ruleCount: source.ruleCount,
      enabledRuleCount: source.enabledRuleCount,
      contentHash: source.contentHash,
    }
    await this.#write(desk, held, written, { action: 'RESTORE', changeNote: note, summary: null })
  }

  /** The same rows under another name, as a draft of their own. */
  async clone(
    desk: Desk,
    source: RulesetRow,
    copy: {
      readonly table: DecisionTable
      readonly to: number
      readonly name: string
      readonly note: string
      readonly version?: number | undefined
    },
  ): Promise<RulesetKey> {
    const shown = await findVersion(desk.tx, source, copy.version ?? source.shownVersion)
    if (!shown) throw new Refusal('NOT_FOUND')
    const content = { ...storedContent(textOf(shown)), name: copy.name }
    const { table, to: merchantId, note: changeNote } = copy
    return this.create(desk, { merchantId, table, content, changeNote }, 'CLONE')
  }

  /** Gives up what is being prepared. What was never active has nothing else and goes with it. */
  async discard(
    desk: Desk,
    held: Held,
    step: Step & { readonly note?: string },
  ): Promise<{ id: string; deleted: boolean }> {
    const { ruleset } = held
    const open = seenOpen(held, step)
    if (open.state !== 'DRAFT' && open.state !== 'REJECTED')
      throw wrongState(held, 'The version was submitted. Withdraw it first.')
    const neverActive = ruleset.activeVersion === null && !ruleset.archived
    if (neverActive) await removeRuleset(desk.tx, ruleset)
    else {
      await removeVersion(desk.tx, ruleset, open.version)
      await touch(desk, ruleset)
    }
    noteStep(desk, ruleset, {
      action: 'DISCARD',
      changeType: neverActive ? 'DELETE' : 'UPDATE',
      note: step.note,
      before: open,
    })
    return { id: ruleset.id, deleted: neverActive }
  }

  /** Into the draft, or as the next version when there is none. */
  async #write(desk: Desk, held: Held, written: Written, note: DraftNote): Promise<void> {
    const { ruleset, open, active } = held
    const revision = ruleset.lastRevision + 1
    const version = open?.version ?? ruleset.lastVersion + 1
    const columns = {
      ...writtenColumns(written),
      ...this.#edited(desk, open?.editorIds ?? [], open?.editors ?? []),
      revision,
      changeNote: note.changeNote,
    }
    if (open) {
      // Whatever was asked of the version before, approval or archiving, was asked of other content.
      const asDraft = { state: 'DRAFT', archives: false, submittedBy: null, submittedAt: null } as const
      await updateVersion(desk.tx, ruleset, version, { ...columns, ...asDraft, effectiveFrom: null })
    } else {
      const next = { ...draftRow(ruleset, columns), version, basedOn: ruleset.activeVersion }
      await insertVersions(desk.tx, [next])
    }
    await touch(desk, ruleset, {
      lastRevision: revision,
      lastVersion: Math.max(version, ruleset.lastVersion),
    })
    noteStep(desk, ruleset, {
      action: note.action,
      note: note.changeNote,
      before: open ?? active,
      after: { version, revision, state: 'DRAFT', ...written.fields, ...countsOf(written) },
      changes: note.summary,
    })
  }

  #edited(desk: Desk, editorIds: readonly string[], editors: readonly string[]) {
    const { id, username } = desk.user
    return {
      editorIds: union(editorIds, id),
      editors: union(editors, username),
      editedBy: username,
      editedAt: desk.now,
    }
  }
}
