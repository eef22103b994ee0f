import type { CellLanguage } from '../core/cell-language.ts'

const list = (text: string): string[] => text.split(',').map((item) => item.trim())

/** A small language of lists in which `!` is always wrong, so that tests of the grid do not depend on the real one. */
export const plainLanguage: CellLanguage = {
  formatCell: (_fact, cell) => (cell?.op === 'in' ? cell.values.join(', ') : ''),
  parseCell: (_fact, text) =>
    text.includes('!')
      ? { ok: false, problem: { message: 'No exclamation marks' } }
      : { ok: true, value: { op: 'in', values: list(text) } },
  formatOutput: (_output, value) => (typeof value === 'string' ? value : ''),
  parseOutput: (_output, text) =>
    text.includes('!')
      ? { ok: false, problem: { message: 'No exclamation marks' } }
      : { ok: true, value: text },
}
