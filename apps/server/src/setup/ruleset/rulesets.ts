import { Refusal } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetChanges, RulesetContent } from '@signalbox/model/rules/ruleset'
import type { RulesetWork } from './ruleset-work.ts'
import {
  conflict,
  manyRules,
  seenBase,
  seenOpen,
  textOf,
  wrongState,
  type LockedRuleset,
  type Step,
} from './locked-ruleset.ts'
import { refuseInSet } from './approvals.ts'
import { countsOf, draftRow, writtenColumns, type Written } from './draft-row.ts'
import { noteStep } from './notes.ts'
import { refuseLines, refuseWrong } from './refuse-problems.ts'
import type { RulesetKey, RulesetRow, VersionRow } from './ruleset-tables.ts'
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
import { storedContent } from './ruleset-worker/draft.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

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
  /** The version the draft was merged with, where it was. */
  readonly basedOn?: number | null
}

const union = (list: readonly string[], item: string): string[] => [...new Set([...list, item])]

/** Drafts: how rulesets begin and change before anybody is asked to approve them. */
export class Rulesets {
  readonly #worker: RulesetWorker

  constructor(worker: RulesetWorker) {
    this.#worker = worker
  }

  async create(
    work: RulesetWork,
    { merchantId, table, content, changeNote }: NewRuleset,
    action = 'CREATE',
  ): Promise<RulesetKey> {
    if (content.rules.length > manyRules) await allowLongWork(work.tx)
    const draft = await this.#worker.run('check', { table: table.slug, content: JSON.stringify(content) })
    refuseWrong(table, draft.problems)
    const ruleset: RulesetRow = {
      merchantId,
      id: work.newId(),
      decisionTable: table.slug,
      no: await takeNumber(work.tx, merchantId, table.slug),
      activeVersion: null,
      shownVersion: 1,
      archived: false,
      lastVersion: 1,
      lastRevision: 1,
      createdAt: work.now.toISOString(),
      updatedAt: work.now.toISOString(),
      updatedBy: work.user.username,
    }
    const version = { ...writtenColumns(draft), ...this.#edited(work, [], []), changeNote }
    await insertRulesets(work.tx, [ruleset])
    await insertVersions(work.tx, [draftRow(ruleset, version)])
    noteStep(work, ruleset, {
      action,
      changeType: 'CREATE',
      note: changeNote,
      after: { version: 1, revision: 1, state: 'DRAFT', ...draft.fields, ruleCount: draft.ruleCount },
    })
    return ruleset
  }

  async save(
    work: RulesetWork,
    locked: LockedRuleset,
    step: Step & {
      readonly changes: RulesetChanges
      readonly changeNote: string
      readonly basedOn?: number | undefined
    },
  ): Promise<void> {
    const base = seenBase(locked, step)
    const { open, ruleset } = locked
    const isMerged = step.basedOn !== undefined
    if (isMerged && (!open || step.basedOn !== ruleset.activeVersion)) throw conflict(locked)
    const edited = await this.#worker.run('edit', {
      table: locked.table.slug,
      base: textOf(base),
      changes: step.changes,
    })
    refuseWrong(locked.table, edited.problems)
    const { summary } = edited
    await this.#write(work, locked, edited, {
      action: 'SAVE',
      changeNote: step.changeNote,
      summary,
      ...(isMerged && { basedOn: ruleset.activeVersion }),
    })
  }

  async importRows(work: RulesetWork, locked: LockedRuleset, step: Step & RowsFile): Promise<void> {
    const base = seenBase(locked, step)
    const imported = await this.#worker.run('import', {
      table: locked.table.slug,
      base: textOf(base),
      format: step.format,
      file: step.content,
      mode: step.mode,
      newId: work.newId(),
    })
    refuseLines(locked.table, imported.lineProblems)
    const { summary } = imported
    await this.#write(work, locked, imported, { action: 'IMPORT', changeNote: step.changeNote, summary })
  }

  /** A draft with the rows of an earlier version, byte by byte. */
  async restore(work: RulesetWork, locked: LockedRuleset, earlier: number, note: string): Promise<void> {
    if (locked.open)
      throw wrongState(locked, 'There is an open version. Discard it before restoring another.')
    const source = await findVersion(work.tx, locked.ruleset, earlier)
    if (!source) throw new Refusal('NOT_FOUND')
    const { name, note: about, priority, inherit, enabled, preconditions, rules } = source
    const written: Written = {
      fields: { name, note: about, priority, inherit, enabled, preconditions },
      rules,
      ruleCount: source.ruleCount,
      enabledRuleCount: source.enabledRuleCount,
      contentHash: source.contentHash,
    }
    await this.#write(work, locked, written, { action: 'RESTORE', changeNote: note, summary: null })
  }

  /** The same rows under another name, as a draft of their own. */
  async clone(
    work: RulesetWork,
    source: VersionRow,
    copy: {
      readonly table: DecisionTable
      readonly to: number
      readonly name: string
      readonly note: string
    },
  ): Promise<RulesetKey> {
    const content = { ...storedContent(textOf(source)), name: copy.name }
    const { table, to: merchantId, note: changeNote } = copy
    return this.create(work, { merchantId, table, content, changeNote }, 'CLONE')
  }

  /** Gives up what is being prepared. What was never active has nothing else and goes with it. */
  async discard(
    work: RulesetWork,
    locked: LockedRuleset,
    step: Step & { readonly note?: string },
  ): Promise<{ id: string; deleted: boolean }> {
    const { ruleset } = locked
    const open = seenOpen(locked, step)
    if (open.state !== 'DRAFT' && open.state !== 'REJECTED')
      throw wrongState(locked, 'The version was submitted. Withdraw it first.')
    refuseInSet(locked, open)
    const neverActive = ruleset.activeVersion === null && !ruleset.archived
    if (neverActive) await removeRuleset(work.tx, ruleset)
    else {
      await removeVersion(work.tx, ruleset, open.version)
      await touch(work, ruleset)
    }
    noteStep(work, ruleset, {
      action: 'DISCARD',
      changeType: neverActive ? 'DELETE' : 'UPDATE',
      note: step.note,
      before: open,
    })
    return { id: ruleset.id, deleted: neverActive }
  }

  /** Into the draft, or as the next version when there is none. */
  async #write(work: RulesetWork, locked: LockedRuleset, written: Written, note: DraftNote): Promise<void> {
    const { ruleset, open, active } = locked
    const revision = ruleset.lastRevision + 1
    const version = open?.version ?? ruleset.lastVersion + 1
    const columns = {
      ...writtenColumns(written),
      ...this.#edited(work, open?.editorIds ?? [], open?.editors ?? []),
      revision,
      changeNote: note.changeNote,
      ...(note.basedOn !== undefined && { basedOn: note.basedOn }),
    }
    if (open) {
      // Whatever was asked of the version before, approval or archiving, was asked of other content.
      const asDraft = {
        state: 'DRAFT',
        archives: false,
        submittedBy: null,
        submittedAt: null,
        policy: null,
        approverIds: [],
        approvers: [],
      } satisfies Partial<VersionRow>
      await updateVersion(work.tx, ruleset, version, { ...columns, ...asDraft, effectiveFrom: null })
    } else {
      const next = { ...draftRow(ruleset, columns), version, basedOn: ruleset.activeVersion }
      await insertVersions(work.tx, [next])
    }
    await touch(work, ruleset, {
      lastRevision: revision,
      lastVersion: Math.max(version, ruleset.lastVersion),
    })
    noteStep(work, ruleset, {
      action: note.action,
      note: note.changeNote,
      before: open ?? active,
      after: {
        version,
        revision,
        state: 'DRAFT',
        ...written.fields,
        ...countsOf(written),
        ...(note.basedOn !== undefined && { basedOn: note.basedOn }),
      },
      changes: note.summary,
    })
  }

  #edited(work: RulesetWork, editorIds: readonly string[], editors: readonly string[]) {
    const { id, username } = work.user
    return {
      editorIds: union(editorIds, id),
      editors: union(editors, username),
      editedBy: username,
      editedAt: work.now,
    }
  }
}
