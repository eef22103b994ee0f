import { loadEngine } from './engine/load-engine.mjs'
import { sampleRows } from './engine/sample-rules.mjs'
import { milliseconds } from './engine/timing.mjs'
import { versionOf } from './engine/our-rules.mjs'
import { row } from './lib/row.mjs'

const sizes = [10, 1_000, 10_000]
/** What a table of 10,000 rows and 12 columns may take. */
const budgetMs = 500

const rounds = 5

/** Static checks of a whole table: of rows nobody looked at before, and again after one of them was changed. */
export async function run() {
  const engine = await loadEngine()
  const context = {
    vocabulary: engine.platformVocabulary,
    nowMs: Date.parse('2026-06-01T00:00:00Z'),
    catalogues: {},
    problems: [],
  }
  const times = sizes.map((size) => {
    const { rules, ...version } = versionOf(engine.generalBlock, sampleRows(size))
    const content = {
      ...version,
      note: '',
      rules: rules.map((rule) => ({ ...rule, outputs: { action: 'DECLINE' } })),
    }
    const analyse = (own) => engine.analyseRuleset(engine.generalBlock, own, context)
    // Copied beforehand: what making rows costs is not what checking them costs.
    const fresh = Array.from({ length: rounds }, () => structuredClone(content))
    const anew = milliseconds(() => analyse(fresh.pop()), rounds)
    let known = content
    analyse(known)
    const changed = milliseconds(() => {
      const [first, ...rest] = known.rules
      known = { ...known, rules: [{ ...first, conditions: { ...first.conditions } }, ...rest] }
      analyse(known)
    }, rounds)
    return { anew, changed }
  })
  const [, thousand, tenThousand] = times
  return [
    {
      name: 'static checks of a table',
      rows: [
        ...sizes.flatMap((size, i) => [
          row(`${size.toLocaleString('en')} rows`, 'ms', times[i].anew, 'budget', budgetMs),
          row(`${size.toLocaleString('en')} rows, one changed`, 'ms', times[i].changed, 'budget', budgetMs),
        ]),
        row('growth from 1,000 to 10,000 rows', '×', tenThousand.anew / thousand.anew, 'rows', 10),
      ],
    },
  ]
}
