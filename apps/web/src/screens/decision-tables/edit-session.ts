import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import type { GridColumn } from '../../kit/decision-grid/core/grid-column.ts'
import type { GridContent, GridDocument, GridSection } from '../../kit/decision-grid/core/grid-document.ts'
import { withContent } from '../../kit/decision-grid/core/grid-document.ts'
import { emptyRow } from '../../kit/decision-grid/core/grid-row.ts'
import {
  documentOf,
  edited,
  replaced,
  withSelection,
  type GridDeps,
} from '../../kit/decision-grid/core/grid-state.ts'
import { contentOf, isChanged, rowChanges, type RowChange } from '../../kit/decision-grid/core/row-changes.ts'
import { selectCell } from '../../kit/decision-grid/core/selection.ts'
import { GridEditor } from '../../kit/decision-grid/grid-editor.ts'
import { newSection, ownSection, sectionsOf, type LoadedTable, type SectionInfo } from './section-info.ts'

const sectionOf = ({ key, editable, base }: SectionInfo): GridSection[] =>
  base ? [{ key, editable, content: base }] : []

const documentFor = (infos: readonly SectionInfo[]): GridDocument => ({ sections: infos.flatMap(sectionOf) })

/** What was known of a draft, with the version that is active now. */
const followed = (known: SectionInfo, { ruleset }: SectionInfo): SectionInfo =>
  known.ruleset?.active?.version === ruleset?.active?.version &&
  known.ruleset?.active?.emergency?.state === ruleset?.active?.emergency?.state
    ? known
    : { ...known, ruleset }

export interface EditSessionOptions {
  readonly merchantId: number
  readonly mayEdit: boolean
}

/** The rulesets of a table while somebody works on them: what was loaded, what stands there now, what is not saved. */
export class EditSession {
  readonly grid: GridEditor
  readonly #options: EditSessionOptions
  #infos: ReadonlyMap<string, SectionInfo>
  #changes = new Map<RulesetContent | null, ReturnType<typeof rowChanges>>()
  readonly #listeners = new Set<() => void>()
  #newSections = 0

  constructor(
    loaded: LoadedTable,
    columns: readonly GridColumn[],
    deps: GridDeps,
    options: EditSessionOptions,
  ) {
    const infos = sectionsOf(loaded, options.mayEdit)
    this.#options = options
    this.#infos = new Map(infos.map((info) => [info.key, info]))
    this.grid = new GridEditor(documentFor(infos), columns, deps)
    this.grid.subscribe(() => this.#notify())
  }

  readonly infos = (): ReadonlyMap<string, SectionInfo> => this.#infos

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #setInfos(infos: ReadonlyMap<string, SectionInfo>): void {
    this.#infos = infos
    this.#changes = new Map()
    this.#notify()
  }

  #sections(): readonly GridSection[] {
    return this.grid.document().sections
  }

  infoAt(section: number): SectionInfo | undefined {
    const key = this.#sections()[section]?.key
    return key === undefined ? undefined : this.#infos.get(key)
  }

  indexOf(key: string): number {
    return this.#sections().findIndex((section) => section.key === key)
  }

  contentAt(key: string): GridContent | undefined {
    return this.#sections().find((section) => section.key === key)?.content
  }

  isDirty(key: string): boolean {
    const content = this.contentAt(key)
    const info = this.#infos.get(key)
    if (!content || !info?.editable) return false
    return info.base === null || info.mergedWith !== null || isChanged(info.base, content)
  }

  dirtyKeys(): readonly string[] {
    return this.#sections().flatMap(({ key }) => (this.isDirty(key) ? key : []))
  }

  /** What happened to a row since it was loaded. */
  readonly changeOf = (section: number, row: GridContent['rules'][number]): RowChange | undefined => {
    const info = this.infoAt(section)
    if (!info?.editable) return undefined
    let ask = this.#changes.get(info.base)
    if (!ask) this.#changes.set(info.base, (ask = rowChanges(info.base)))
    return ask(row)
  }

  /** The content of a ruleset as it would be saved. */
  contentToSave(key: string): RulesetContent | undefined {
    const content = this.contentAt(key)
    return content && contentOf(content)
  }

  /** Begins a ruleset behind the own ones, with a row to type into. */
  addRuleset(content: Omit<RulesetContent, 'rules'>, rules?: RulesetContent['rules']): string {
    const key = `new-${(this.#newSections += 1)}`
    const info = newSection(key, this.#options.merchantId)
    const { newId } = this.grid.deps
    const section: GridSection = {
      key,
      editable: true,
      content: { ...content, rules: rules ?? [emptyRow(newId())] },
    }
    this.#infos = new Map([...this.#infos, [key, info]])
    this.grid.update((state, deps) => {
      const { sections } = documentOf(state)
      const lastOwn = sections.findLastIndex((other) => this.#infos.get(other.key)?.inherited === false)
      const insisting = sections.findLastIndex(
        (other) => this.#infos.get(other.key)?.inherited && other.content.inherit === 'ENFORCED',
      )
      const at = (lastOwn < 0 ? insisting : lastOwn) + 1
      return edited(
        state,
        {
          document: { sections: [...sections.slice(0, at), section, ...sections.slice(at)] },
          select: ({ lines }) => selectCell(lines.headingOf(at) + 1, 1),
          label: 'New ruleset',
        },
        deps,
      )
    })
    return key
  }

  /** Changes name, priority or preconditions of a ruleset, as a step that can be taken back. */
  changeFields(key: string, patch: Partial<RulesetContent>, label: string): void {
    const section = this.indexOf(key)
    this.grid.update((state, deps) =>
      edited(
        state,
        {
          document: withContent(documentOf(state), section, (content) => ({ ...content, ...patch })),
          label,
          mergeKey: `${key} ${Object.keys(patch).join(' ')}`,
        },
        deps,
      ),
    )
  }

  /** Puts other content into a ruleset, as a step that can be taken back. */
  changeContent(key: string, content: GridContent, label: string): void {
    const section = this.indexOf(key)
    this.grid.update((state, deps) =>
      edited(state, { document: withContent(documentOf(state), section, () => content), label }, deps),
    )
  }

  /** Takes back everything that is not saved. */
  discard(): void {
    const infos = [...this.#infos.values()].filter(({ state }) => state !== 'NEW')
    this.#infos = new Map(infos.map((info) => [info.key, info]))
    this.#changes = new Map()
    this.grid.update((state) => {
      const kept = new Map(documentOf(state).sections.map((section) => [section.key, section]))
      const order = documentOf(state).sections.flatMap(({ key }) => this.#infos.get(key) ?? [])
      const sections = order.map((info): GridSection => {
        const section = kept.get(info.key) as GridSection
        return info.base && info.editable ? { ...section, content: info.base } : section
      })
      return replaced(state, { sections })
    })
  }

  /**
   * After a save or a step of approval: this is how the ruleset is now. When it reads as it does on the screen, what
   * was done can still be undone.
   */
  accept(key: string, ruleset: RulesetInFull): void {
    const info = ownSection(ruleset, this.#options.mayEdit)
    const infos = new Map(this.#infos)
    infos.delete(key)
    infos.set(info.key, info)
    const before = this.#sections().find((section) => section.key === key)
    const same =
      before !== undefined &&
      info.base !== null &&
      key === info.key &&
      before.editable === info.editable &&
      !isChanged(info.base, before.content)
    if (same) {
      this.#setInfos(infos)
      return
    }
    this.#infos = infos
    this.#changes = new Map()
    this.grid.update((state) => {
      const sections = documentOf(state).sections.flatMap((section) =>
        section.key === key ? sectionOf(info) : section,
      )
      return replaced(state, { sections })
    })
    this.#notify()
  }

  /** A conflict was resolved: their version is what the rest of the work stands on. */
  rebase(ruleset: RulesetInFull, content: RulesetContent): void {
    const info = ownSection(ruleset, this.#options.mayEdit)
    this.#replaceContent({ ...info, editable: true }, content)
  }

  /** The draft was merged with the version that became active after it was started. */
  mergeWithActive(key: string, content: RulesetContent): void {
    const info = this.#infos.get(key)
    if (info?.ruleset?.active)
      this.#replaceContent({ ...info, mergedWith: info.ruleset.active.version }, content)
  }

  #replaceContent(info: SectionInfo, content: RulesetContent): void {
    const { key } = info
    this.#infos = new Map([...this.#infos, [key, info]])
    this.#changes = new Map()
    this.grid.update((state) => {
      const sections = documentOf(state).sections.map((section) =>
        section.key === key ? { ...section, content } : section,
      )
      return replaced(state, { sections })
    })
    this.#notify()
  }

  remove(key: string): void {
    this.#infos = new Map([...this.#infos].filter(([other]) => other !== key))
    this.grid.update((state) =>
      replaced(state, { sections: documentOf(state).sections.filter((section) => section.key !== key) }),
    )
    this.#notify()
  }

  /** The table was loaded again. Rulesets nobody works on here follow; the others keep what was typed and say so. */
  refresh(loaded: LoadedTable): void {
    const fresh = sectionsOf(loaded, this.#options.mayEdit)
    const isSameStep = (a: SectionInfo, b: SectionInfo | undefined): boolean =>
      b !== undefined &&
      a.step?.version === b.step?.version &&
      a.step?.revision === b.step?.revision &&
      a.state === b.state
    const unsaved = this.#sections().flatMap(({ key }) => {
      const info = this.#infos.get(key)
      return info?.state === 'NEW' ? info : []
    })
    const infos = fresh.map((info): SectionInfo => {
      const known = this.#infos.get(info.key)
      if (!known || !this.isDirty(info.key))
        return known && isSameStep(info, known) ? followed(known, info) : info
      return isSameStep(info, known) ? followed(known, info) : { ...known, newer: info.ruleset }
    })
    const unchanged =
      infos.length + unsaved.length === this.#infos.size &&
      infos.every((info) => this.#infos.get(info.key) === info)
    if (unchanged) return
    const contents = new Map(this.#sections().map((section) => [section.key, section]))
    const keepsRows = (info: SectionInfo): boolean =>
      isSameStep(info, this.#infos.get(info.key)) || info.newer !== null
    const firstOverridable = infos.findIndex(
      ({ inherited, base }) => inherited && base?.inherit !== 'ENFORCED',
    )
    const at = firstOverridable < 0 ? infos.length : firstOverridable
    const ordered = [...infos.slice(0, at), ...unsaved, ...infos.slice(at)]
    const sections = ordered.flatMap((info): GridSection[] => {
      const section = contents.get(info.key)
      return section && (keepsRows(info) || info.state === 'NEW') ? [section] : sectionOf(info)
    })
    this.#infos = new Map(ordered.map((info) => [info.key, info]))
    this.#changes = new Map()
    const sameRows =
      sections.length === this.#sections().length &&
      sections.every((section, index) => section === this.#sections()[index])
    if (!sameRows) this.grid.update((state) => replaced(state, { sections }))
    this.#notify()
  }

  /** Makes a row the active one; used by everything that points at rows. */
  goTo(key: string, rowId: string, columnId?: string): void {
    const section = this.indexOf(key)
    const row = this.#sections()[section]?.content.rules.findIndex(({ id }) => id === rowId) ?? -1
    if (row < 0) return
    this.grid.update((state) => {
      const column = Math.max(
        state.columns.findIndex(({ id }) => id === columnId),
        1,
      )
      return withSelection(state, selectCell(state.lines.lineOf({ section, row }), column))
    })
    this.grid.focus()
  }
}
